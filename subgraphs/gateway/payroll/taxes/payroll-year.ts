import { toMinor } from "../../../../src/money.ts";
import type { TaxTables } from "../tax-tables/tax-tables.schema.ts";

/** Figures of a calendar year. A pay date decides the year, not the period that is paid. */
export interface PayrollYear {
  year: number;
  /** Annual wage base of Social Security tax. */
  socialSecurityBaseCents: number;
  /** Annual payments from which Form 1099-NEC is required. */
  nonemployeeThresholdCents: number;
  tables: TaxTables;
}

/**
 * Federal figures that are the same in all supported years. Rates are in 1e-4 percent: 6.2 % is 62000.
 * Source: IRS Publication 15 (Circular E) and Form 940.
 */
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

/** The figures of the tables of a year. */
export function payrollYearFrom(tables: TaxTables): PayrollYear {
  const { socialSecurityBase, nonemployeeThreshold } = tables.federal.socialTaxes;
  return {
    year: tables.year,
    socialSecurityBaseCents: toMinor(socialSecurityBase, 2),
    nonemployeeThresholdCents: toMinor(nonemployeeThreshold, 2),
    tables,
  };
}
