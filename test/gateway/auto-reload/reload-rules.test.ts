import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  backOffMs,
  burst,
  capOfMonth,
  decideReload,
  fitsCap,
  initialState,
  isBurst,
  maxFailuresInRow,
  monthOf,
  newThresholds,
  reachedThreshold,
  stateAfterFailure,
  stateAfterPayment,
  statusOf,
  type ReloadSituation,
  type RuleState,
} from "../../../subgraphs/gateway/auto-reload/reload-rules.ts";

const now = new Date("2026-05-31T23:59:59.000Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const hours = (count: number) => minutes(count * 60);

/** Ten credits below a threshold of twenty, with everything in order. */
const short: ReloadSituation = {
  now,
  enabled: true,
  threshold: 2_000,
  available: 1_000,
  pendingCredits: 0,
  isPending: false,
  state: initialState,
  recentStarts: [],
  packagePriceCents: 1_000,
  month: { reservedCents: 0, settledCents: 0, capCents: 5_000 },
  hasMethod: true,
};
const state = (over: Partial<RuleState>): RuleState => ({ ...initialState, ...over });
const outcome = (over: Partial<ReloadSituation>) => {
  const decision = decideReload({ ...short, ...over });
  return decision.kind === "skip" ? decision.reason : decision.kind;
};

describe("the reload decision", () => {
  test.each<[string, Partial<ReloadSituation>, string]>([
    ["below the threshold", { available: 1_999 }, "fire"],
    ["but not at it", { available: 2_000 }, "idle"],
    ["nor above", { available: 2_001 }, "idle"],
    ["never at a threshold of nothing", { threshold: 0, available: 0 }, "idle"],
    ["from a debt too", { threshold: 0, available: -1 }, "fire"],
    ["not while it is off", { enabled: false }, "idle"],
    ["not when pending credits reach the threshold", { pendingCredits: 1_000 }, "idle"],
    ["when pending credits of another rule do not reach it", { pendingCredits: 999 }, "fire"],
    ["not beside its own, however short it is", { isPending: true, available: -5_000 }, "idle"],
    ["up to the cap", { month: { reservedCents: 1_000, settledCents: 3_000, capCents: 5_000 } }, "fire"],
    [
      "not past the cap",
      { month: { reservedCents: 1_000, settledCents: 3_001, capCents: 5_000 } },
      "cap_reached",
    ],
    ["not without a method", { hasMethod: false }, "no_payment_method"],
    ["not without a package", { packagePriceCents: null }, "package_unavailable"],
    ["not while it waits after a failure", { state: state({ nextAttemptAt: minutes(1) }) }, "backing_off"],
    ["at the very moment the wait ends", { state: state({ nextAttemptAt: now }) }, "fire"],
    ["not while it cools", { state: state({ coolingUntil: minutes(1) }) }, "burst_guard"],
    ["not while suspended", { state: state({ suspendedReason: "hard_decline" }) }, "suspended"],
    [
      "not until a method is saved",
      { state: state({ suspendedReason: "no_payment_method" }) },
      "no_payment_method",
    ],
    [
      "not as the fourth in ten minutes",
      { recentStarts: [minutes(-1), minutes(-5), minutes(-9)] },
      "burst_guard",
    ],
    [
      "when one of three is ten minutes old",
      { recentStarts: [minutes(-1), minutes(-5), minutes(-10)] },
      "fire",
    ],
  ])("%s", (_words, over, expected) => {
    expect(outcome(over)).toBe(expected);
  });

  test("a reload starts exactly when every condition holds", () => {
    const cents = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(
        fc.record({
          available: fc.integer({ min: -5_000, max: 5_000 }),
          pendingCredits: cents,
          threshold: cents,
          reservedCents: cents,
          settledCents: cents,
          capCents: cents,
          price: fc.integer({ min: 1, max: 20_000 }),
        }),
        ({ available, pendingCredits, threshold, price, ...month }) => {
          const fires =
            outcome({ available, pendingCredits, threshold, packagePriceCents: price, month }) === "fire";
          const isShort = available + pendingCredits < threshold;
          expect(fires).toBe(isShort && month.reservedCents + month.settledCents + price <= month.capCents);
        },
      ),
    );
  });
});

test("the fourth reload within ten minutes starts ten minutes of cooling, which is not prolonged", () => {
  const recentStarts = [minutes(-1), minutes(-2), minutes(-3)];
  const first = decideReload({ ...short, recentStarts });
  expect(first).toMatchObject({
    kind: "skip",
    reason: "burst_guard",
    state: { coolingUntil: minutes(10) },
  });
  const resting = state({ coolingUntil: minutes(3) });
  expect(decideReload({ ...short, recentStarts, state: resting })).toMatchObject({ state: resting });
  expect(isBurst(recentStarts.slice(1), now)).toBe(false);
  expect(burst).toEqual({ limit: 3, windowMs: 600_000, coolingMs: 600_000 });
});

describe("after failures", () => {
  const soft = { declineCode: "insufficient_funds", isHard: false };

  test("back-off grows from one hour to six and a day, and the third failure in a row suspends", () => {
    let after = initialState;
    const seen = Array.from({ length: 3 }, () => {
      after = stateAfterFailure(after, soft, now);
      return [after.consecutiveFailures, after.nextAttemptAt, after.suspendedReason];
    });
    expect(seen).toEqual([
      [1, hours(1), null],
      [2, hours(6), null],
      [maxFailuresInRow, hours(24), "repeated_failures"],
    ]);
    expect([0, 4, 9].map(backOffMs)).toEqual([0, 86_400_000, 86_400_000]);
  });

  test.each([
    ["a hard decline suspends at once", [{ declineCode: "lost_card", isHard: true }], "hard_decline"],
    ["one refusal to honour waits", [{ declineCode: "do_not_honor", isHard: false }], null],
    [
      "a second one suspends, other refusals between them or not",
      [
        { declineCode: "do_not_honor", isHard: false },
        { declineCode: "do_not_honor", isHard: false },
      ],
      "hard_decline",
    ],
  ])("%s", (_words, failures, reason) => {
    const after = failures.reduce((now_, failure) => stateAfterFailure(now_, failure, now), initialState);
    expect(after.suspendedReason).toBe(reason);
  });

  test("a successful payment ends the back-off, but neither suspension nor cooling", () => {
    const waiting = state({ consecutiveFailures: 2, nextAttemptAt: hours(6), coolingUntil: minutes(5) });
    expect(stateAfterPayment(waiting)).toEqual(state({ coolingUntil: minutes(5) }));
    const suspended = state({ suspendedReason: "hard_decline", consecutiveFailures: 1 });
    expect(stateAfterPayment(suspended)).toEqual(suspended);
  });
});

describe("the monthly cap", () => {
  test("sequential reservations never exceed the cap and use it as far as packages fit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30_000 }),
        fc.array(fc.integer({ min: 1, max: 9_000 })),
        (cap, prices) => {
          const month = { reservedCents: 0, settledCents: 0, capCents: cap };
          for (const price of prices) {
            const fits = fitsCap(month, price);
            expect(fits).toBe(month.reservedCents + price <= cap);
            if (fits) month.reservedCents += price;
          }
          expect(month.reservedCents).toBeLessThanOrEqual(cap);
        },
      ),
    );
  });

  test("a cap lowered below the spending becomes the amount spent, so that nothing more fits", () => {
    const spent = { reservedCents: 1_000, settledCents: 2_000 };
    expect(capOfMonth(spent, 500)).toBe(3_000);
    expect(capOfMonth(spent, 8_000)).toBe(8_000);
    expect(fitsCap({ ...spent, capCents: capOfMonth(spent, 500) }, 1)).toBe(false);
  });

  test.each([
    [0, 7_999, 10_000, []],
    [0, 8_000, 10_000, [80]],
    [80, 8_999, 10_000, []],
    [0, 9_500, 10_000, [80, 90]],
    [80, 10_000, 10_000, [90, 100]],
    [100, 10_000, 10_000, []],
    [0, 0, 0, []],
    [0, 2, 3, []],
  ])("told %i %%, spent %i of %i: tells %j", (told, settled, cap, expected) => {
    expect(newThresholds(told, settled, cap)).toEqual(expected);
  });

  test("each cap threshold is notified once, however spending grows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999 }),
        fc.array(fc.integer({ min: 1, max: 3_000 })),
        (cap, amounts) => {
          const told: number[] = [];
          let settled = 0;
          for (const amount of amounts) {
            if (settled + amount > cap) continue;
            settled += amount;
            told.push(...newThresholds(told.at(-1) ?? 0, settled, cap));
          }
          expect(told).toEqual([80, 90, 100].filter((percent) => percent <= reachedThreshold(settled, cap)));
        },
      ),
    );
  });
});

test("months change at midnight UTC, to the second", () => {
  expect([now, new Date("2026-06-01T00:00:00.000Z")].map(monthOf)).toEqual(["2026-05", "2026-06"]);
});

test.each([
  [false, {}, "disabled"],
  [true, {}, "active"],
  [true, { coolingUntil: minutes(1) }, "cooling"],
  [true, { coolingUntil: now }, "active"],
  [true, { suspendedReason: "hard_decline" as const, coolingUntil: minutes(1) }, "suspended"],
  [true, { nextAttemptAt: hours(1) }, "active"],
])("enabled %s with %j is %s", (enabled, over, expected) => {
  expect(statusOf(enabled, state(over), now)).toBe(expected);
});
