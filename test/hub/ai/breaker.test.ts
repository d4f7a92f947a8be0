import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  claimProbe,
  errorRate,
  gateOf,
  longestOpenMs,
  newBreaker,
  recordOutcome,
  statusOf,
  windowMs,
  type Breaker,
  type Outcome,
} from "../../../subgraphs/hub/ai/text/breaker.ts";

const t0 = Date.UTC(2026, 0, 5, 12);
const second = 1_000;

/** The breaker after these outcomes, one a second: `f`ailed, `o`k, `n`eutral. */
function after(outcomes: string, start: Breaker = newBreaker, from = t0): Breaker {
  const kinds = { f: "failed", o: "ok", n: "neutral" } as const;
  return [...outcomes].reduce(
    (breaker, letter, index) =>
      recordOutcome(breaker, { kind: kinds[letter as keyof typeof kinds] }, from + index * second),
    start,
  );
}

describe("a breaker opens", () => {
  test.each([
    ["ffff", "closed"],
    ["fffff", "open"],
    ["ffffof", "closed"],
    ["ffffnf", "open"],
    ["nnnnnnnnnn", "closed"],
    // Half of ten.
    ["ofofofofo", "closed"],
    ["ofofofofof", "open"],
    ["ooofofofof", "closed"],
    ["oooooffff", "closed"],
    ["ooooofffff", "open"],
  ])("after %s it is %s", (outcomes, phase) => {
    expect(after(outcomes).phase).toBe(phase);
  });

  test("a breaker stays closed when failures are a minute apart", () => {
    const old = after("ffff");
    expect(recordOutcome(old, { kind: "failed" }, t0 + windowMs).phase).toBe("closed");
    expect(recordOutcome(old, { kind: "failed" }, t0 + windowMs - 1).phase).toBe("open");
  });

  test("a breaker opens for 30 seconds, and twice as long after each failed probe, up to 5 minutes", () => {
    let breaker = after("fffff");
    let now = t0 + 4 * second;
    const lengths: number[] = [];
    for (let trial = 0; trial < 6; trial++) {
      const length = breaker.openUntil! - now;
      lengths.push(length / second);
      expect(gateOf(breaker, now + length - 1)).toBe("open");
      now += length;
      expect(gateOf(breaker, now)).toBe("probe");
      breaker = recordOutcome(claimProbe(breaker, now, second), { kind: "failed" }, now);
    }
    expect(lengths).toEqual([30, 60, 120, 240, 300, 300]);
  });

  test("a breaker opens at once for a provider's Retry-After, within 5 minutes", () => {
    const asked = recordOutcome(newBreaker, { kind: "failed", retryAfterMs: 20_000 }, t0);
    expect([gateOf(asked, t0 + 19_999), gateOf(asked, t0 + 20_000)]).toEqual(["open", "probe"]);
    const forever = recordOutcome(newBreaker, { kind: "failed", retryAfterMs: 1e12 }, t0);
    expect(gateOf(forever, t0 + longestOpenMs)).toBe("probe");
  });
});

describe("a probe", () => {
  const opened = after("fffff");
  const due = opened.openUntil!;
  const onTrial = claimProbe(opened, due, 5 * second);

  test("a probe is exclusive to one request, until it is overdue", () => {
    expect([gateOf(onTrial, due), gateOf(onTrial, due + 5 * second)]).toEqual(["open", "probe"]);
  });

  test("a successful probe closes the breaker and clears earlier failures", () => {
    const closed = recordOutcome(onTrial, { kind: "ok" }, due);
    expect(closed).toMatchObject({ phase: "closed", openings: 0, failuresInRow: [] });
    expect(after("ffff", closed, due + second).phase).toBe("closed");
    expect(statusOf(closed, due)).toBe("healthy");
  });

  test("a probe with a neutral outcome is released for the next request", () => {
    expect(gateOf(recordOutcome(onTrial, { kind: "neutral" }, due), due)).toBe("probe");
  });

  test("a probe is not decided by the outcome of an earlier request", () => {
    expect(recordOutcome(opened, { kind: "ok" }, t0 + 6 * second).phase).toBe("open");
    expect(recordOutcome(opened, { kind: "ok", isForced: true }, t0 + 6 * second).phase).toBe("closed");
  });
});

describe("the status", () => {
  test.each([
    ["", "healthy"],
    ["o", "healthy"],
    ["of", "degraded"],
    ["oooofo", "healthy"],
    ["ooofo", "degraded"],
    ["fffff", "down"],
  ])("after %j is %s", (outcomes, status) => {
    const breaker = after(outcomes);
    expect(statusOf(breaker, t0 + outcomes.length * second)).toBe(status);
  });

  test("the status is degraded during a probe", () => {
    const opened = after("fffff");
    expect(statusOf(opened, opened.openUntil!)).toBe("degraded");
    expect(statusOf(claimProbe(opened, opened.openUntil!, second), opened.openUntil!)).toBe("degraded");
  });

  test("the status has the failure rate of the last minute only", () => {
    const breaker = after("fof");
    expect(errorRate(breaker, t0 + 3 * second)).toBeCloseTo(2 / 3);
    expect(errorRate(breaker, t0 + 3 * second + windowMs)).toBe(0);
  });
});

interface Event {
  afterMs: number;
  outcome: Outcome;
}

const events = fc.array(
  fc.record<Event>({
    afterMs: fc.nat(90_000),
    outcome: fc.record({
      kind: fc.constantFrom("ok" as const, "failed" as const, "neutral" as const),
      retryAfterMs: fc.option(fc.nat(600_000)),
    }),
  }),
  { maxLength: 60 },
);

/** Runs events as requests do: none goes out while the breaker is open, and a probe is claimed. */
function play(
  list: readonly Event[],
  visit: (breaker: Breaker, now: number, outcome: Outcome | null) => void,
) {
  let breaker: Breaker = newBreaker;
  let now = t0;
  for (const { afterMs, outcome } of list) {
    now += afterMs;
    const gate = gateOf(breaker, now);
    visit(breaker, now, gate === "open" ? null : outcome);
    if (gate === "open") continue;
    if (gate === "probe") breaker = claimProbe(breaker, now, second);
    breaker = recordOutcome(breaker, outcome, now);
  }
  visit(breaker, now, null);
}

describe("whatever happens", () => {
  test("a breaker never stays open for more than 5 minutes", () => {
    fc.assert(
      fc.property(events, (list) => {
        play(list, (breaker, now) => {
          expect(gateOf(breaker, now + longestOpenMs)).not.toBe("open");
        });
      }),
    );
  });

  test("invalid requests of clients never open a breaker", () => {
    fc.assert(
      fc.property(events, (list) => {
        const harmless = list.filter(({ outcome }) => outcome.kind !== "failed");
        play(harmless, (breaker) => expect(breaker.phase).toBe("closed"));
      }),
    );
  });

  test("a breaker's state has constant size, and survives serialization", () => {
    fc.assert(
      fc.property(events, (list) => {
        play(list, (breaker) => {
          expect(breaker.seconds.length).toBeLessThanOrEqual(60);
          expect(breaker.failuresInRow.length).toBeLessThanOrEqual(5);
          expect(JSON.parse(JSON.stringify(breaker))).toEqual(breaker);
        });
      }),
    );
  });

  test("five failures in a row within a minute always open it", () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 }), (list, gaps) => {
        let last: [Breaker, number] = [newBreaker, t0];
        play(list, (breaker, now) => (last = [breaker, now]));
        let [breaker, now] = last;
        if (gateOf(breaker, now) !== "closed") return;
        for (const gap of [0, ...gaps]) {
          now += gap;
          breaker = recordOutcome(breaker, { kind: "failed" }, now);
        }
        expect(breaker.phase).toBe("open");
      }),
    );
  });
});
