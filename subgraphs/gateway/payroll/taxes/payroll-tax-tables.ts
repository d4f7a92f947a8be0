import { daysOfYear, type TaxTableFacts } from "../../base/tax-table.ts";
import { supportedYears } from "./payroll-year.ts";
import { flatTaxSources, untaxedStates } from "./state-income-tax.ts";
import { withholdingTables } from "./withholding-tables.ts";

const appId = "payroll";

const federalWithholding: TaxTableFacts[] = Object.keys(withholdingTables)
  .map(Number)
  .map((year) => ({
    id: `${appId}:us-income-tax-withholding:${year}`,
    appId,
    name: `Federal income tax withholding ${year}`,
    jurisdiction: "US",
    source: `IRS Publication 15-T (${year}), percentage method for automated systems`,
    ...daysOfYear(year),
    isVerified: true,
  }));

const federalFigures: TaxTableFacts[] = supportedYears.map((year) => ({
  id: `${appId}:us-social-taxes:${year}`,
  appId,
  name: `Social Security, Medicare and unemployment tax ${year}`,
  jurisdiction: "US",
  source: `IRS Publication 15 (${year}) and Form 940; wage base of the Social Security Administration`,
  ...daysOfYear(year),
  isVerified: true,
}));

const stateWithholding: TaxTableFacts[] = flatTaxSources().map(({ state, year, source }) => ({
  id: `${appId}:us-${state.toLowerCase()}-income-tax:${year}`,
  appId,
  name: `State income tax withholding ${state} ${year}`,
  jurisdiction: `US-${state}`,
  source,
  ...daysOfYear(year),
  isVerified: true,
}));

const untaxed: TaxTableFacts[] = untaxedStates.map((state) => ({
  id: `${appId}:us-${state.toLowerCase()}-income-tax`,
  appId,
  name: `State income tax withholding ${state}: none`,
  jurisdiction: `US-${state}`,
  source: "Law of the state: no income tax on wages",
  effectiveFrom: `${supportedYears[0]}-01-01`,
  effectiveUntil: null,
  isVerified: true,
}));

/** The tables that payrolls are calculated with. */
export const payrollTaxTables: readonly TaxTableFacts[] = [
  ...federalWithholding,
  ...federalFigures,
  ...stateWithholding,
  ...untaxed,
];
