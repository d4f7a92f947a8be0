import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shippedTables } from "../../../subgraphs/gateway/payroll/tax-tables/shipped-tables.ts";
import {
  stateTableOn,
  withholdStateTax,
} from "../../../subgraphs/gateway/payroll/taxes/state-withholding.ts";
import { defaultStateCertificate } from "../../../subgraphs/gateway/payroll/taxes/state-certificate.ts";
import type { FilingStatus } from "../../../subgraphs/gateway/payroll/taxes/withholding-tables.ts";
import type { PayFrequency } from "../../../subgraphs/gateway/payroll/taxes/pay-frequency.ts";

interface Example {
  state: string;
  wages: number;
  status: FilingStatus;
  allowances: number;
  expected: number;
  /** Dollars of slack; one cent without it, as tables print whole dollars and exact halves differ. */
  tolerance?: number;
  frequency?: PayFrequency;
  payDate?: string;
  spouseHasIncome?: boolean;
  exemptionCode?: string;
  exemptionCounts?: Record<string, number>;
  allowanceAmount?: number;
  county?: string;
  expectedCounty?: number;
  federalTax?: number;
  nonresident?: boolean;
  source: string;
}

const file = join(import.meta.dirname, "../../fixtures/payroll/state-control-examples-2026.json");
const { examples } = JSON.parse(readFileSync(file, "utf8")) as { examples: Example[] };
const tables = shippedTables(2026)!;

function taxOf(example: Example) {
  const { state, wages, frequency = "annual", payDate = "2026-12-31" } = example;
  const payment = {
    wageCents: Math.round(wages * 100),
    frequency,
    payDate,
    federalTaxCents: Math.round((example.federalTax ?? 0) * 100),
    isNonresident: example.nonresident ?? false,
  };
  const certificate = {
    ...defaultStateCertificate,
    filingStatus: example.status,
    allowances: example.allowances,
    exemptionCode: example.exemptionCode ?? null,
    county: example.county ?? null,
    spouseHasIncome: example.spouseHasIncome ?? false,
    exemptionCounts: example.exemptionCounts ?? null,
    allowanceAmountCents: example.allowanceAmount === undefined ? null : example.allowanceAmount * 100,
  };
  return withholdStateTax(stateTableOn(tables, state, payDate)!, state, { payment, certificate });
}

test("there are 100 published calculations of state withholding", () => {
  expect(examples).toHaveLength(100);
});

test.each(examples)("$state: $wages $frequency, $status, is $expected ($source)", (example) => {
  const { taxCents, localCents } = taxOf(example);
  const slack = (example.tolerance ?? 0.01) + 1e-9;
  expect(Math.abs(taxCents / 100 - example.expected)).toBeLessThanOrEqual(slack);
  if (example.expectedCounty !== undefined) expect(localCents / 100).toBe(example.expectedCounty);
});
