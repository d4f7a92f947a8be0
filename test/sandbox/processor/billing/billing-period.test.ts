import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addCadences,
  periodAt,
  type Cadence,
} from "../../../../sandbox/processor/subscriptions/billing-period.ts";

const unix = (iso: string) => Date.parse(iso) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
const monthly: Cadence = { interval: "month", intervalCount: 1 };
const yearly: Cadence = { interval: "year", intervalCount: 1 };

const rows: [string, Cadence, number, string][] = [
  ["2026-01-15T10:20:30Z", monthly, 1, "2026-02-15T10:20:30Z"],
  ["2026-01-31T23:59:59Z", monthly, 1, "2026-02-28T23:59:59Z"],
  ["2026-01-31T23:59:59Z", monthly, 2, "2026-03-31T23:59:59Z"],
  ["2026-01-31T23:59:59Z", monthly, 3, "2026-04-30T23:59:59Z"],
  ["2024-01-30T00:00:00Z", monthly, 1, "2024-02-29T00:00:00Z"],
  ["2024-01-30T00:00:00Z", monthly, 13, "2025-02-28T00:00:00Z"],
  ["2024-02-29T12:00:00Z", yearly, 1, "2025-02-28T12:00:00Z"],
  ["2024-02-29T12:00:00Z", yearly, 4, "2028-02-29T12:00:00Z"],
  ["2096-02-29T12:00:00Z", yearly, 4, "2100-02-28T12:00:00Z"],
  ["2026-12-31T00:00:00Z", monthly, 2, "2027-02-28T00:00:00Z"],
  ["2026-03-31T00:00:00Z", monthly, -1, "2026-02-28T00:00:00Z"],
  ["2026-01-01T00:00:00Z", { interval: "month", intervalCount: 3 }, 2, "2026-07-01T00:00:00Z"],
  ["2026-02-27T05:00:00Z", { interval: "week", intervalCount: 1 }, 1, "2026-03-06T05:00:00Z"],
  ["2026-02-27T05:00:00Z", { interval: "day", intervalCount: 10 }, 1, "2026-03-09T05:00:00Z"],
];

it.each(rows)("%s moved by %j × %i is %s", (anchor, cadence, count, expected) => {
  expect(iso(addCadences(unix(anchor), cadence, count))).toBe(expected);
});

const anchors = fc.integer({ min: unix("2000-01-01T00:00:00Z"), max: unix("2060-01-01T00:00:00Z") });
const cadences = fc.record({
  interval: fc.constantFrom("day", "week", "month", "year"),
  intervalCount: fc.integer({ min: 1, max: 12 }),
}) as fc.Arbitrary<Cadence>;

describe("billing periods", () => {
  it("billing periods cover all time without a gap or an overlap", () => {
    fc.assert(
      fc.property(anchors, cadences, anchors, (anchor, cadence, at) => {
        const period = periodAt(anchor, cadence, at);
        expect(period.start).toBeLessThanOrEqual(at);
        expect(period.end).toBeGreaterThan(at);
        expect(periodAt(anchor, cadence, period.end).start).toBe(period.end);
        expect(periodAt(anchor, cadence, period.start - 1).end).toBe(period.start);
        expect(periodAt(anchor, cadence, period.start)).toEqual(period);
      }),
    );
  });

  it("start at the anchor, and return to its day in every month that has it", () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: -60, max: 60 }), (anchor, count) => {
        expect(periodAt(anchor, monthly, anchor).start).toBe(anchor);
        const [at, from] = [new Date(addCadences(anchor, monthly, count) * 1000), new Date(anchor * 1000)];
        expect(at.toISOString().slice(11)).toBe(from.toISOString().slice(11));
        const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
        expect(at.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastDay));
      }),
    );
  });
});
