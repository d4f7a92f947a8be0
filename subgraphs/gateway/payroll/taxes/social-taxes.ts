import { percentOf } from "./income-tax-withholding.ts";
import { federal, type PayrollYear } from "./payroll-year.ts";

/** Year-to-date wages before a payment, in cents, used for wage bases. */
export interface WagesBefore {
  socialSecurityCents: number;
  medicareCents: number;
  futaCents: number;
}

/** Social Security and Medicare of one payment, in cents. */
export interface SocialTaxes {
  /** The part of the wages below the base. */
  socialSecurityWagesCents: number;
  socialSecurityCents: number;
  medicareCents: number;
  /** Employee only. */
  additionalMedicareCents: number;
}

/**
 * FICA on wages after section 125 deductions (26 U.S.C. 3101, 3102(f), 3121). The Social Security wage base is exact to
 * the cent. The employer pays the same, except Additional Medicare.
 */
export function socialTaxes(
  wagesCents: number,
  before: Pick<WagesBefore, "socialSecurityCents" | "medicareCents">,
  year: PayrollYear,
): SocialTaxes {
  const socialSecurityWagesCents = partBelow(
    wagesCents,
    before.socialSecurityCents,
    year.socialSecurityBaseCents,
  );
  const highBefore = Math.max(0, before.medicareCents - federal.additionalMedicareFromCents);
  const highAfter = Math.max(0, before.medicareCents + wagesCents - federal.additionalMedicareFromCents);
  return {
    socialSecurityWagesCents,
    socialSecurityCents: percentOf(socialSecurityWagesCents, federal.socialSecurityRate),
    medicareCents: percentOf(wagesCents, federal.medicareRate),
    additionalMedicareCents: percentOf(highAfter - highBefore, federal.additionalMedicareRate),
  };
}

/** Federal unemployment tax, paid by the employer: 0.6 % of the first 7,000 per year (26 U.S.C. 3301, 3306). */
export function futaOn(
  wagesCents: number,
  futaBeforeCents: number,
): { wagesCents: number; taxCents: number } {
  const taxed = partBelow(wagesCents, futaBeforeCents, federal.futaBaseCents);
  return { wagesCents: taxed, taxCents: percentOf(taxed, federal.futaRate) };
}

/** The part of a payment below an annual wage base. */
export function partBelow(wagesCents: number, beforeCents: number, baseCents: number): number {
  return Math.max(0, Math.min(wagesCents, baseCents - beforeCents));
}
