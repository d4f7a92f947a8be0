/**
 * Federal figures that change by calendar year, in cents. A pay date decides the year, not the period that is paid.
 * Source: IRS Publication 15 (Circular E) and Form 940; wage bases as the Social Security Administration announced them.
 */

export interface PayrollYear {
  year: number;
  /** Annual wage base of Social Security tax. */
  socialSecurityBaseCents: number;
  /** Annual payments from which Form 1099-NEC is required. */
  nonemployeeThresholdCents: number;
}

/** Figures that are the same in all supported years. Rates are in 1e-4 percent: 6.2 % is 62000. */
export const federal = {
  socialSecurityRate: 62_000,
  medicareRate: 14_500,
  additionalMedicareRate: 9_000,
  /** Annual wages above which Additional Medicare is withheld, for every filing status (26 U.S.C. 3102(f)). */
  additionalMedicareFromCents: 20_000_000,
  futaBaseCents: 700_000,
  /** 6.0 % less the full credit of 5.4 % for state unemployment tax. */
  futaRate: 6_000,
  supplementalRate: 220_000,
  /** Rate for supplemental wages above one million per year. */
  largeSupplementalRate: 370_000,
  largeSupplementalFromCents: 100_000_000,
  backupWithholdingRate: 240_000,
} as const;

/** The denominator of rates in 1e-4 percent. */
export const wholeRate = 1_000_000;

const years: readonly PayrollYear[] = [
  { year: 2025, socialSecurityBaseCents: 17_610_000, nonemployeeThresholdCents: 60_000 },
  { year: 2026, socialSecurityBaseCents: 18_450_000, nonemployeeThresholdCents: 200_000 },
];

/** Years with tax tables. */
export const supportedYears: readonly number[] = years.map(({ year }) => year);

/** Version of the tax tables used in a calculation. */
export function taxTableVersion(year: number): string {
  return `us-${year}.1`;
}

/** Figures of a year; null when the year is not supported. */
export function payrollYearOf(year: number): PayrollYear | null {
  return years.find((one) => one.year === year) ?? null;
}
