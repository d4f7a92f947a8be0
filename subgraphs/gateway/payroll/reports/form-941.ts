import { multiplyHalfUp } from "../../../../src/money.ts";
import { federal, wholeRate } from "../taxes/payroll-year.ts";

/** Sums of the posted payslips of a quarter, in cents. */
export interface QuarterSums {
  /** Employees paid in the pay period that includes the 12th of the quarter's last month. */
  employees: number;
  wagesCents: number;
  incomeTaxCents: number;
  socialSecurityWagesCents: number;
  medicareWagesCents: number;
  /** Wages of each person above 200,000 in the year, in this quarter. */
  additionalMedicareWagesCents: number;
  /** Employee and employer shares of Social Security and Medicare, and Additional Medicare. */
  socialTaxesCents: number;
  /** Deposit liability of each of the three months. */
  monthsCents: readonly [number, number, number];
  /** Deposits recorded for the quarter. */
  depositedCents: number;
}

/** Lines of Form 941, in cents. */
export interface Form941Lines {
  line1: number;
  line2Cents: number;
  line3Cents: number;
  line5aWagesCents: number;
  line5aTaxCents: number;
  line5cWagesCents: number;
  line5cTaxCents: number;
  line5dWagesCents: number;
  line5dTaxCents: number;
  line5eCents: number;
  line6Cents: number;
  line7Cents: number;
  line10Cents: number;
  line12Cents: number;
  line13Cents: number;
  line14Cents: number;
  line15Cents: number;
  line16Cents: readonly [number, number, number];
}

/**
 * Form 941 from a quarter's sums. Line 5 computes tax from total wages. Line 7 adjusts the fractions of cents by which
 * individually rounded payslips differ, so that line 12 equals the taxes on payslips.
 */
export function form941Of(sums: QuarterSums): Form941Lines {
  const bothSides = (rate: number, wages: number) => multiplyHalfUp(wages, rate * 2, wholeRate);
  const line5aTaxCents = bothSides(federal.socialSecurityRate, sums.socialSecurityWagesCents);
  const line5cTaxCents = bothSides(federal.medicareRate, sums.medicareWagesCents);
  const line5dTaxCents = multiplyHalfUp(
    sums.additionalMedicareWagesCents,
    federal.additionalMedicareRate,
    wholeRate,
  );
  const line5eCents = line5aTaxCents + line5cTaxCents + line5dTaxCents;
  const line6Cents = sums.incomeTaxCents + line5eCents;
  const line7Cents = sums.socialTaxesCents - line5eCents;
  const line12Cents = line6Cents + line7Cents;
  return {
    line1: sums.employees,
    line2Cents: sums.wagesCents,
    line3Cents: sums.incomeTaxCents,
    line5aWagesCents: sums.socialSecurityWagesCents,
    line5aTaxCents,
    line5cWagesCents: sums.medicareWagesCents,
    line5cTaxCents,
    line5dWagesCents: sums.additionalMedicareWagesCents,
    line5dTaxCents,
    line5eCents,
    line6Cents,
    line7Cents,
    line10Cents: line12Cents,
    line12Cents,
    line13Cents: sums.depositedCents,
    line14Cents: Math.max(line12Cents - sums.depositedCents, 0),
    line15Cents: Math.max(sums.depositedCents - line12Cents, 0),
    line16Cents: sums.monthsCents,
  };
}
