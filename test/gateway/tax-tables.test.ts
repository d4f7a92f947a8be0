import { expect, test } from "vitest";
import { financeTaxTables } from "../../subgraphs/gateway/finance/taxes/finance-tax-tables.ts";
import { hvutTaxTables } from "../../subgraphs/gateway/hvut/tax/hvut-tax-tables.ts";
import { tablesOf } from "../../subgraphs/gateway/hvut/tax/tax-tables.ts";
import { payrollTaxTables } from "../../subgraphs/gateway/payroll/taxes/payroll-tax-tables.ts";
import { supportedStates } from "../../subgraphs/gateway/payroll/taxes/state-income-tax.ts";

const all = [...payrollTaxTables, ...hvutTaxTables, ...financeTaxTables];

test("each tax table has an ID of its own, a source, and days in order", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { source, effectiveFrom, effectiveUntil } of all) {
    expect(source.length).toBeGreaterThan(5);
    if (effectiveUntil !== null) expect(effectiveUntil > effectiveFrom).toBe(true);
  }
});

test("every state and period that the apps calculate for is listed, and no other", () => {
  const states = payrollTaxTables.map(({ jurisdiction }) => /^US-(\w\w)$/.exec(jurisdiction)?.[1]);
  expect(states.filter((state) => state !== undefined).toSorted()).toEqual(supportedStates(2026));
  const periods = hvutTaxTables.map(({ effectiveFrom }) => Number(effectiveFrom.slice(0, 4)));
  for (const period of periods) expect(tablesOf(period)).not.toBeNull();
  expect(tablesOf(periods[0]! - 1)).toBeNull();
  expect(tablesOf(periods.at(-1)! + 1)).toBeNull();
});
