/**
 * Alternative minimum tax of individuals (26 U.S.C. 55 to 59, Form 6251), in cents.
 */
import { multiplyHalfUp } from "../../../../src/money.ts";
import type { FilingStatus, TaxYear } from "./federal-tax-tables.ts";
import { preferentialTax } from "./income-tax.ts";

/** What the minimum tax follows from, in cents. */
export interface MinimumTaxInputs {
  filingStatus: FilingStatus;
  /** Line 4: taxable income with what the minimum tax does not allow added back. May be negative. */
  alternativeIncomeCents: number;
  /** Qualified dividends and long-term gains in it. */
  gainsCents: number;
  /** Regular taxable income without gains, at least 0. */
  regularOrdinaryCents: number;
  /** Regular income tax before credits. */
  regularTaxCents: number;
}

/** The minimum tax of a year: what the tentative minimum tax is above the regular one. */
export interface MinimumTax {
  /** Exemption left after the phase-out. */
  exemptionCents: number;
  tentativeCents: number;
  taxCents: number;
}

/** Alternative minimum tax: lines 4 to 11 of Form 6251, each product rounded half up to the cent. */
export function alternativeMinimumTax(year: TaxYear, inputs: MinimumTaxInputs): MinimumTax {
  const income = separateIncome(year, inputs);
  const exemptionCents = exemptionLeft(year, inputs.filingStatus, income);
  const baseCents = Math.max(0, income - exemptionCents);
  const tentativeCents = tentativeTax(year, baseCents, inputs);
  return { exemptionCents, tentativeCents, taxCents: Math.max(0, tentativeCents - inputs.regularTaxCents) };
}

/** The exemption falls by a share of the income above the start of the phase-out (26 U.S.C. 55(d)(3)). */
function exemptionLeft({ minimumTax }: TaxYear, status: FilingStatus, incomeCents: number): number {
  const { exemptionCents, phaseOutCents } = minimumTax.byStatus[status];
  const over = Math.max(0, incomeCents - phaseOutCents);
  return Math.max(0, exemptionCents - multiplyHalfUp(over, minimumTax.phaseOutPercent, 100));
}

/**
 * On a separate return, income above the end of the phase-out is increased by the same share of the excess, up to the
 * exemption (26 U.S.C. 55(d)(3), last sentence; instructions of Form 6251, line 4).
 */
function separateIncome(
  { minimumTax }: TaxYear,
  { filingStatus, alternativeIncomeCents }: MinimumTaxInputs,
): number {
  if (filingStatus !== "married_separate") return alternativeIncomeCents;
  const { exemptionCents, phaseOutCents } = minimumTax.byStatus[filingStatus];
  const end = phaseOutCents + multiplyHalfUp(exemptionCents, 100, minimumTax.phaseOutPercent);
  const over = Math.max(0, alternativeIncomeCents - end);
  const added = Math.min(exemptionCents, multiplyHalfUp(over, minimumTax.phaseOutPercent, 100));
  return alternativeIncomeCents + added;
}

/**
 * 26 % up to the end of that rate and 28 % above it; gains keep their rates of 0, 15 and 20 % where that is less (part III
 * of Form 6251, 26 U.S.C. 55(b)(3)).
 */
function tentativeTax(year: TaxYear, baseCents: number, inputs: MinimumTaxInputs): number {
  const endCents = lowRateEnd(year, inputs.filingStatus);
  const gains = Math.min(baseCents, inputs.gainsCents);
  const onAll = minimumRates(baseCents, endCents);
  if (gains === 0) return onAll;
  // Gains lie on top of the regular ordinary income, whose place decides their rates (lines 19 to 33).
  const onGains = preferentialTax(inputs.regularOrdinaryCents, gains, year.byStatus[inputs.filingStatus]);
  return Math.min(onAll, minimumRates(baseCents - gains, endCents) + onGains);
}

function minimumRates(cents: number, endCents: number): number {
  const high = Math.max(0, cents - endCents);
  return multiplyHalfUp(1, 26n * BigInt(cents - high) + 28n * BigInt(high), 100n);
}

/** The end of the 26 % rate; half of it on a separate return (26 U.S.C. 55(b)(1)). */
function lowRateEnd({ minimumTax }: TaxYear, status: FilingStatus): number {
  return status === "married_separate" ? minimumTax.lowRateEndCents / 2 : minimumTax.lowRateEndCents;
}
