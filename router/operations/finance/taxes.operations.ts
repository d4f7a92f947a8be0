import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeTaxesOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "taxes",
  operations: [
    {
      name: "SetTaxProfile",
      field: "mutation.setTaxProfile",
      rest: { method: "PUT", path: "/tax-profiles/{year}" },
      tool: {
        name: "set_tax_profile",
        keywords: ["married single dependents withholding last year's return"],
        idempotent: true,
        example: {
          year: 2026,
          filingStatus: "single",
          items: [
            { kind: "self_employment", amount: 80_000 },
            { kind: "prior_year_tax", amount: 14_000 },
          ],
        },
      },
    },
    {
      name: "GetTaxProfile",
      field: "query.taxProfile",
      rest: { method: "GET", path: "/tax-profiles/{year}" },
      tool: { name: "get_tax_profile", keywords: ["my filing status dependents"] },
    },
    {
      name: "EstimateQuarterlyTaxes",
      field: "query.quarterlyTaxes",
      rest: { method: "GET", path: "/tax-profiles/{year}/quarterly-taxes" },
      tool: {
        name: "estimate_quarterly_taxes",
        keywords: ["1040-es safe harbor due april june september january underpayment"],
      },
    },
    {
      name: "CompareFilingStatuses",
      field: "query.filingStatusComparison",
      rest: { method: "POST", path: "/filing-status-comparisons" },
      tool: {
        name: "compare_filing_statuses",
        keywords: ["married jointly or separately cheaper"],
        example: { year: 2026, inputs: { income: { wages: 60_000 } } },
      },
    },
    {
      name: "ListDeductibleTransactions",
      field: "query.deductibleTransactions",
      rest: { method: "GET", path: "/deductible-transactions/{year}" },
      tool: {
        name: "list_deductible_transactions",
        keywords: ["write off expenses schedule c charity for the accountant"],
      },
    },
  ],
};
