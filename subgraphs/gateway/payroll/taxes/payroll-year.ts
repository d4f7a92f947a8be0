/**
 * Federal figures that change by calendar year, in cents. A pay date decides the year, not the period that is paid.
 * Source: IRS Publication 15 (Circular E) and Form 940; wage bases as the Social Security Administration announced them.
 */

export interface PayrollYear {
  year: number;
  /** Wages above this in a year bear no Social Security tax. */
  socialSecurityBaseCents: number;
  /** A contractor's payments of a year are reported on Form 1099-NEC from here on. */
  nonemployeeThresholdCents: number;
}

/** Figures that are the same in all supported years. Rates are in 1e-4 percent: 6.2 % is 62000. */
export const federal = {
  socialSecurityRate: 62_000,
  medicareRate: 14_500,
  additionalMedicareRate: 9_000,
  /** Additional Medicare is withheld on wages above this, whatever the filing status (26 U.S.C. 3102(f)). */
  additionalMedicareFromCents: 20_000_000,
  futaBaseCents: 700_000,
  /** 6.0 % less the full credit of 5.4 % for state unemployment tax. */
  futaRate: 6_000,
  supplementalRate: 220_000,
  /** For supplemental wages above a million a year. */
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

/** Years whose tables are here. */
export const supportedYears: readonly number[] = years.map(({ year }) => year);

/** Names the tables that a calculation was made with. */
export function taxTableVersion(year: number): string {
  return `us-${year}.1`;
}

/** The figures of a year; null where its tables are not here. */
export function payrollYearOf(year: number): PayrollYear | null {
  return years.find((one) => one.year === year) ?? null;
}
