import type { FilingStatus, TaxYear } from "./federal-tax-tables.ts";
import type { StateIncomeTaxPort } from "./state-income-tax.port.ts";
import {
  federalRulesNotIncluded,
  projectFederalTax,
  type TaxInputs,
  type TaxProjection,
} from "./tax-projection.ts";
import type { StateTaxEstimate, TaxDetailsInput, TaxIncomeInput } from "./tax-projection.types.ts";

/** State of residence and what its tax follows from besides income. */
export interface Residence {
  state: string | null;
  allowances: number;
}

/** Federal and state tax of a year, with what they assume and leave out. */
export interface HouseholdTax {
  federal: TaxProjection;
  stateTax: StateTaxEstimate | null;
  assumptions: string[];
  notIncluded: string[];
}

/** The taxes of a household: federal, and those of its state where there is a table. */
export function householdTax(
  year: TaxYear,
  { inputs, residence }: { inputs: TaxInputs; residence: Residence },
  states: StateIncomeTaxPort,
): HouseholdTax {
  const federal = projectFederalTax(year, inputs);
  const { state, allowances } = residence;
  const rules = federalRulesNotIncluded(year.year);
  const none = { federal, stateTax: null, assumptions: federal.assumptions };
  if (state === null)
    return { ...none, notIncluded: [...rules, "State and local income taxes: no state is given"] };
  const found = states.annualTax({
    year: year.year,
    state,
    filingStatus: inputs.filingStatus,
    incomeCents: federal.adjustedGrossCents,
    federalTaxCents: federal.incomeTaxCents + federal.minimumTaxCents - federal.creditsCents,
    allowances,
  });
  if (!found)
    return { ...none, notIncluded: [...rules, `State and local income taxes: ${state} has no table`] };
  const { taxCents, source, notIncluded } = found;
  const assumed =
    `${state} taxes all income like wages of one payer, ` +
    `with ${allowances} ${allowances === 1 ? "exemption" : "exemptions"} on its withholding form`;
  return {
    federal,
    stateTax: { state, taxCents, source },
    assumptions: [...federal.assumptions, assumed],
    notIncluded: [...rules, ...notIncluded, "State credits, and local taxes outside the state's own tables"],
  };
}

/** The figures of a request, with 0 for what it does not name. */
export function requestedInputs(request: {
  filingStatus: FilingStatus;
  income: TaxIncomeInput;
  deductions?: number | null;
  withheld?: number | null;
  estimatedPaid?: number | null;
  dependents?: number | null;
  details?: TaxDetailsInput | null;
}): { inputs: TaxInputs; residence: Residence } {
  const { income, details } = request;
  const inputs: TaxInputs = {
    filingStatus: request.filingStatus,
    wagesCents: income.wages,
    selfEmploymentCents: income.selfEmployment ?? 0,
    interestCents: income.interest ?? 0,
    qualifiedDividendsCents: income.qualifiedDividends ?? 0,
    longTermGainsCents: income.longTermGains ?? 0,
    deductionsCents: request.deductions ?? 0,
    itemizedTaxesCents: details?.itemizedTaxes ?? 0,
    minimumTaxItemsCents: details?.minimumTaxItems ?? 0,
    businessWagesCents: details?.businessWages ?? 0,
    businessPropertyCents: details?.businessProperty ?? 0,
    isSpecifiedService: details?.isSpecifiedService ?? false,
    withheldCents: request.withheld ?? 0,
    estimatedPaidCents: request.estimatedPaid ?? 0,
    dependents: request.dependents ?? 0,
  };
  return { inputs, residence: { state: details?.state ?? null, allowances: details?.stateAllowances ?? 0 } };
}
