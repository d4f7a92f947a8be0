import type { FilingStatus } from "./federal-tax-tables.ts";

/** A household's year as a state's income tax follows from it, in cents. */
export interface StateIncome {
  year: number;
  /** State of residence, such as CA. */
  state: string;
  filingStatus: FilingStatus;
  /** All income of the year, taxed like wages. */
  incomeCents: number;
  /** Federal income tax after credits, which some states deduct. */
  federalTaxCents: number;
  /** Exemptions that the state's withholding form counts. */
  allowances: number;
}

export interface StateIncomeTax {
  taxCents: number;
  /** Publication that the calculation follows. */
  source: string;
  /** Taxes of the state that it leaves out. */
  notIncluded: readonly string[];
}

/** Income tax of states by the tables of the gateway. Null where a state or year has none. */
export interface StateIncomeTaxPort {
  annualTax(income: StateIncome): StateIncomeTax | null;
}
