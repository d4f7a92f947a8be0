import type { TaxTableFacts } from "../../base/tax-table.ts";
import { supportedPeriods } from "./tax-tables.ts";

/** The tables of Form 2290, a period from July to June each. */
export const hvutTaxTables: readonly TaxTableFacts[] = supportedPeriods().map((year) => ({
  id: `hvut:form-2290:${year}`,
  appId: "hvut",
  name: `Heavy vehicle use tax ${year} to ${year + 1}`,
  jurisdiction: "US",
  source: `Form 2290 (July ${year}), Tax Computation, and the partial-period tables of its instructions`,
  effectiveFrom: `${year}-07-01`,
  effectiveUntil: `${year + 1}-06-30`,
  isVerified: true,
}));
