import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { suiteSeed } from "../../support/seed.ts";
import { BillsRun } from "./bills-run.ts";
import { contextOf, newBookkeeper, type Bookkeeper } from "./bookkeeper.ts";
import { lastDay } from "./books-model.ts";
import { billOperation, day, months, operation, Run } from "./books-run.ts";

/** More by `npm run fuzz:accounting`. */
const operations = Number(process.env["BOOKS_OPERATIONS"] ?? 300);
/** Operations between two comparisons of all reports. */
const stride = 50;

let app: TestApp;
let keeper: Bookkeeper;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
});
afterAll(() => app?.close());

test(
  "any sequence of operations keeps the books as the oracle has them, and closed periods unchanged",
  async () => {
    const sequence = fc.sample(operation, { numRuns: operations, seed: suiteSeed });
    const run = new Run(contextOf(app, keeper), keeper);
    const bills = new BillsRun(contextOf(app, keeper), keeper, run.model);
    const steps = fc.sample(billOperation, { numRuns: operations, seed: suiteSeed });
    const days = fc.sample(day, { numRuns: operations, seed: suiteSeed });
    for (const [index, given] of sequence.entries()) {
      await run.step(given);
      await bills.step(steps[index]!);
      if (index % stride === stride - 1) {
        await run.compare(days[index]!);
        await run.compare(lastDay(months.at(-1)!));
        await bills.compare(days[index]!);
      }
    }
    const kinds = new Set(run.model.posted().map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["standard", "reversal", "closing"]));
    const payments = bills.bills.flatMap((bill) => bill.payments);
    expect(payments.some(({ voidedOn }) => voidedOn !== null)).toBe(true);
    expect(bills.bills.some(({ isApproved, voidedOn }) => isApproved && voidedOn !== null)).toBe(true);
    const [numbers] = await app.database.query<{ gaps: number; wrong: number }>(
      `SELECT (SELECT sum(last - n)::int FROM (SELECT max(number) AS last, count(*) AS n FROM hub.accounting_entries
        WHERE owner_id = $1 AND number IS NOT NULL GROUP BY fiscal_year) y) AS gaps,
      (SELECT count(*)::int FROM (SELECT entry_id FROM hub.accounting_lines WHERE owner_id = $1 AND number IS NOT NULL
        GROUP BY entry_id HAVING sum(debit) <> sum(credit)) e) AS wrong`,
      [keeper.ownerId],
    );
    expect(numbers).toEqual({ gaps: 0, wrong: 0 });
  },
  operations * 1_000,
);
