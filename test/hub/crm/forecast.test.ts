import fc from "fast-check";
import { expect, test } from "vitest";
import { forecast, type StageSum } from "../../../subgraphs/hub/crm/deals/forecast.ts";
import { probabilityOf, standardPipeline } from "../../../subgraphs/hub/crm/deals/pipeline.ts";

const { stages } = standardPipeline;

test("a pipeline without deals has every stage with nothing in it", () => {
  const { stages: rows, totals } = forecast(stages, []);
  expect(rows.map(({ stage, count, amount, weighted }) => [stage, count, amount, weighted])).toEqual(
    stages.map(({ stage }) => [stage, 0, 0, 0]),
  );
  expect(totals).toEqual([{ currency: "USD", count: 0, amount: 0, weighted: 0 }]);
});

test("weighted amounts are rounded half up once per stage, in the decimals of the currency", () => {
  const sums: StageSum[] = [
    { stage: "lead", currency: "USD", count: 1, sum: 105n },
    { stage: "proposal", currency: "JPY", count: 2, sum: 1_001n },
    { stage: "negotiation", currency: "USD", count: 1, sum: 10_001n },
  ];
  const { stages: rows, totals } = forecast(stages, sums);
  const weighted = rows
    .filter(({ count }) => count > 0)
    .map((row) => [row.stage, row.currency, row.weighted]);
  expect(weighted).toEqual([
    ["lead", "USD", 0.11],
    ["proposal", "JPY", 501],
    ["negotiation", "USD", 75.01],
  ]);
  expect(totals).toEqual([
    { currency: "JPY", count: 2, amount: 1_001, weighted: 501 },
    { currency: "USD", count: 2, amount: 101.06, weighted: 75.12 },
  ]);
});

test("totals are the sums of their rows for any deals", () => {
  const sum = fc.record({
    stage: fc.constantFrom(...stages.map(({ stage }) => stage)),
    currency: fc.constantFrom("USD", "EUR", "JPY", "KWD"),
    count: fc.integer({ min: 1, max: 1_000 }),
    sum: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  });
  const unique = { selector: (row: StageSum) => `${row.stage} ${row.currency}` };
  fc.assert(
    fc.property(fc.uniqueArray(sum, unique), (sums) => {
      const { stages: rows, totals } = forecast(stages, sums);
      for (const total of totals) {
        const own = rows.filter(({ currency }) => currency === total.currency);
        for (const name of ["count", "amount", "weighted"] as const)
          expect(own.reduce((part, row) => part + row[name], 0)).toBeCloseTo(total[name], 3);
        expect(total.weighted).toBeLessThanOrEqual(total.amount);
      }
    }),
    { seed: 96, numRuns: 200 },
  );
});

test("a closed deal is certain, and an open one has the probability of its stage", () => {
  expect(probabilityOf({ status: "won", stage: "lead" }, stages)).toBe(100);
  expect(probabilityOf({ status: "lost", stage: "negotiation" }, stages)).toBe(0);
  expect(probabilityOf({ status: "open", stage: "negotiation" }, stages)).toBe(75);
});
