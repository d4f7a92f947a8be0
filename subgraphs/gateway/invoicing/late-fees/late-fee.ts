/** Late fees in integer minor units; rates are integer 1e-4 percent. */
import { multiplyHalfUp } from "../../../../src/money.ts";

/** How an account charges for late payment, and what the law allows it at most. Parts that are null charge nothing. */
export interface LateFeeTerms {
  /** Of the amount due, at each stage. */
  percent: number | null;
  /** Interest on the amount due, for the days that no fee has charged yet. */
  annualPercent: number | null;
  /** At each stage, on invoices in its currency. */
  fixed: { amountMinor: number; currency: string } | null;
  /** All fees of an invoice together, of its total. */
  maxPercent: number | null;
  /** All fees of an invoice together, as interest on its total for the days it is late. */
  maxAnnualPercent: number | null;
}

/** A late invoice, and what it was charged before. */
export interface LateInvoice {
  currency: string;
  totalMinor: number;
  amountDueMinor: number;
  daysLate: number;
  chargedMinor: number;
  /** Days late at the last fee; 0 before the first. */
  chargedDays: number;
}

const unitsOfWhole = 1_000_000n;
/** Interest is by actual days over 365 (ISDA 2006, 4.16(d): Actual/365 Fixed). */
const daysOfYear = 365n;

/**
 * The fee at a stage, 0 where nothing may be charged. It is rounded half up, and what the caps leave is rounded down, so that no
 * limit is exceeded by rounding.
 */
export function lateFeeMinor(terms: LateFeeTerms, invoice: LateInvoice): number {
  const { amountDueMinor: due, totalMinor: total, daysLate, chargedDays, chargedMinor } = invoice;
  const percent = multiplyHalfUp(due, BigInt(terms.percent ?? 0), unitsOfWhole);
  const days = BigInt(Math.max(0, daysLate - chargedDays));
  const interest = multiplyHalfUp(due, BigInt(terms.annualPercent ?? 0) * days, unitsOfWhole * daysOfYear);
  const fixed = terms.fixed?.currency === invoice.currency ? terms.fixed.amountMinor : 0;
  const limits = [
    ...(terms.maxPercent === null ? [] : [down(total, BigInt(terms.maxPercent), unitsOfWhole)]),
    ...(terms.maxAnnualPercent === null
      ? []
      : [down(total, BigInt(terms.maxAnnualPercent) * BigInt(daysLate), unitsOfWhole * daysOfYear)]),
  ];
  return Math.max(0, Math.min(percent + interest + fixed, ...limits.map((limit) => limit - chargedMinor)));
}

function down(amount: number, numerator: bigint, denominator: bigint): number {
  return Number((BigInt(amount) * numerator) / denominator);
}
