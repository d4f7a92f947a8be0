import { expect, test } from "vitest";
import { financeTaxTables } from "../../subgraphs/gateway/finance/taxes/finance-tax-tables.ts";
import { hvutTaxTables } from "../../subgraphs/gateway/hvut/tax/hvut-tax-tables.ts";
import { tablesOf } from "../../subgraphs/gateway/hvut/tax/tax-tables.ts";
import { taxTableFacts } from "../../subgraphs/gateway/payroll/taxes/payroll-tax-tables.ts";
import { shippedTables, shippedYears } from "../../subgraphs/gateway/payroll/tax-tables/shipped-tables.ts";
import { supportedStates } from "../../subgraphs/gateway/payroll/taxes/state-withholding.ts";

const payrollTables = shippedYears.flatMap((year) => taxTableFacts(shippedTables(year)!));
const all = [...payrollTables, ...hvutTaxTables, ...financeTaxTables];

test("each tax table has an ID of its own, a source, and days in order", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { source, effectiveFrom, effectiveUntil } of all) {
    expect(source.length).toBeGreaterThan(5);
    if (effectiveUntil !== null) expect(effectiveUntil > effectiveFrom).toBe(true);
  }
});

test("every state and period that the apps calculate for is listed, and no other", () => {
  const listed = taxTableFacts(shippedTables(2026)!).flatMap(({ jurisdiction, id }) =>
    /^US-(\w\w)$/.exec(jurisdiction) && id.includes("-income-tax:") ? jurisdiction.slice(3) : [],
  );
  expect([...new Set(listed)].toSorted()).toEqual(supportedStates(shippedTables(2026)!, "2026-01-02"));
  expect(supportedStates(shippedTables(2026)!, "2026-01-02")).toHaveLength(51);
  const periods = hvutTaxTables.map(({ effectiveFrom }) => Number(effectiveFrom.slice(0, 4)));
  for (const period of periods) expect(tablesOf(period)).not.toBeNull();
  expect(tablesOf(periods[0]! - 1)).toBeNull();
  expect(tablesOf(periods.at(-1)! + 1)).toBeNull();
});
