import { daysOfYear, type TaxTableFacts } from "../../base/tax-table.ts";
import { supportedTaxYears } from "./federal-tax-tables.ts";

/** The tables that tax projections use. */
export const financeTaxTables: readonly TaxTableFacts[] = supportedTaxYears.map((year) => ({
  id: `finance:us-income-tax:${year}`,
  appId: "finance",
  name: `Federal income tax ${year}`,
  jurisdiction: "US",
  source: `Rev. Proc. ${year - 1}-${year === 2025 ? 40 : 32} and Pub. L. 119-21; 26 U.S.C. 1(h), 55(d) and 199A(e)`,
  ...daysOfYear(year),
  // Of 2026 the thresholds of business income were not compared with the publication itself.
  isVerified: year < 2026,
}));
