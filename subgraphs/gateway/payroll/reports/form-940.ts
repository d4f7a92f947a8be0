import { multiplyHalfUp } from "../../../../src/money.ts";
import { federal, wholeRate } from "../taxes/payroll-year.ts";

/** Sums of the posted payslips of a year, in cents. */
export interface FutaYearSums {
  /** Gross pay of all employees, without reimbursed costs. */
  grossCents: number;
  /** Pay that federal unemployment tax could be due on: gross less what section 125 exempts. */
  subjectCents: number;
  /** The part of it within the wage base of each employee. */
  taxableCents: number;
  /** Federal unemployment tax on payslips of each quarter. */
  quartersCents: readonly [number, number, number, number];
  /** Deposits recorded for the year. */
  depositedCents: number;
}

/** Lines of Form 940, in cents. */
export interface Form940Lines {
  line3Cents: number;
  line4Cents: number;
  line5Cents: number;
  line6Cents: number;
  line7Cents: number;
  line8Cents: number;
  line12Cents: number;
  line13Cents: number;
  line14Cents: number;
  line15Cents: number;
  line16Cents: readonly [number, number, number, number];
  line17Cents: number;
}

/**
 * Form 940 from a year's sums (IRS, Instructions for Form 940). The tax is computed from total wages. The last quarter takes
 * the fractions of cents by which rounded payslips differ, so that line 17 equals line 12, as the form requires.
 */
export function form940Of(sums: FutaYearSums): Form940Lines {
  const { grossCents, subjectCents, taxableCents, depositedCents } = sums;
  const line4Cents = grossCents - subjectCents;
  const line5Cents = subjectCents - taxableCents;
  const line8Cents = multiplyHalfUp(taxableCents, federal.futaRate, wholeRate);
  const [first, second, third] = sums.quartersCents;
  return {
    line3Cents: grossCents,
    line4Cents,
    line5Cents,
    line6Cents: line4Cents + line5Cents,
    line7Cents: taxableCents,
    line8Cents,
    line12Cents: line8Cents,
    line13Cents: depositedCents,
    line14Cents: Math.max(line8Cents - depositedCents, 0),
    line15Cents: Math.max(depositedCents - line8Cents, 0),
    line16Cents: [first, second, third, line8Cents - first - second - third],
    line17Cents: line8Cents,
  };
}
