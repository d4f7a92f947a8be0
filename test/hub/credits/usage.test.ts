import fc from "fast-check";
import { expect, test } from "vitest";
import { readRange } from "../../../src/time/usage-range.ts";
import { counterLedger, type MovementType } from "../../../subgraphs/hub/credits/ledger.ts";
import { creditUsageOf, type MovementSum } from "../../../subgraphs/hub/credits/usage.ts";

const day = 86_400_000;
const range = readRange(
  { from: new Date("2026-03-01T12:00:00Z"), to: new Date("2026-03-10T01:00:00Z"), granularity: "day" },
  new Date("2026-03-20T00:00:00Z"),
);

test("a usage range has whole days, the last one included", () => {
  expect([range.from.toISOString(), range.end.toISOString()]).toEqual([
    "2026-03-01T00:00:00.000Z",
    "2026-03-11T00:00:00.000Z",
  ]);
  expect(creditUsageOf([], range).series).toHaveLength(10);
});

test("a refund lowers an operation's usage, and expired credits are not spent", () => {
  const of = (type: MovementType, amount: number, operation: string | null = null): MovementSum => ({
    at: range.from.getTime() + day,
    appId: "central",
    type,
    operation,
    movements: 1,
    amount,
  });
  const usage = creditUsageOf(
    [
      of("grant", 1_000),
      of("hold_capture", -300, "ai.text"),
      of("refund", 100, "ai.text"),
      of("consume", -50),
      of("expire", -20),
      of("reversal", -200),
    ],
    range,
  );
  expect(usage).toMatchObject({ spent: 250, added: 800, expired: 20 });
  expect(usage.series[1]).toMatchObject({ spent: 250, added: 800, expired: 20 });
  expect(usage.byOperation).toEqual([
    { operation: "ai.text", spent: 200, movements: 2 },
    { operation: null, spent: 50, movements: 1 },
  ]);
});

const sums = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 9 }).map((index) => range.from.getTime() + index * day),
    appId: fc.constantFrom("central", "invoicer", "payroll"),
    type: fc.constantFrom(...(Object.keys(counterLedger) as MovementType[])),
    operation: fc.constantFrom(null, "ai.text", "invoice.create"),
    movements: fc.integer({ min: 1, max: 9 }),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  }),
);

test("the sums by time, by app and by operation are equal, and equal the change of the balance", () => {
  fc.assert(
    fc.property(sums, (movements) => {
      const usage = creditUsageOf(movements, range);
      for (const name of ["spent", "added", "expired"] as const) {
        const add = (rows: readonly { [Key in typeof name]: number }[]) =>
          rows.reduce((total, row) => total + row[name], 0);
        expect(add(usage.series)).toBe(usage[name]);
        expect(add(usage.byApp)).toBe(usage[name]);
      }
      expect(usage.byOperation.reduce((total, row) => total + row.spent, 0)).toBe(usage.spent);
      const moved = movements.reduce((total, { amount }) => total + amount, 0);
      expect(usage.added - usage.spent - usage.expired).toBe(moved);
    }),
  );
});
