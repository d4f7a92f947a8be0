/**
 * The schedule of a loan in level payments. The payment follows from exact fractions and is rounded half up to the minor
 * unit; each month's interest is rounded half up; the last payment clears what is left.
 */
import { multiplyHalfUp } from "../../../../src/money.ts";

export interface LoanTerms {
  principal: number;
  /** In 1e-4 percent a year: 6.99 % is 69900. */
  annualRate: number;
  termMonths: number;
  /** `YYYY-MM-DD`; the first payment is a month later. */
  startDate: string;
  /** 1 to 31; in shorter months their last day. */
  paymentDay: number;
}

export interface LoanPayment {
  number: number;
  date: string;
  payment: number;
  interest: number;
  principal: number;
  /** Left after the payment. */
  balance: number;
}

export interface LoanSchedule {
  /** The level payment, without what is paid on top. */
  payment: number;
  totalInterest: number;
  totalPaid: number;
  rows: LoanPayment[];
}

/** A year's months of a rate in 1e-4 percent: the denominator of a month's interest. */
export const monthlyWhole = 12_000_000;

/** The level payment of a loan, in minor units. */
export function levelPayment({ principal, annualRate, termMonths }: LoanTerms): number {
  if (annualRate === 0) return multiplyHalfUp(principal, 1, termMonths);
  const grown = BigInt(monthlyWhole + annualRate) ** BigInt(termMonths);
  const whole = BigInt(monthlyWhole) ** BigInt(termMonths);
  return multiplyHalfUp(principal, BigInt(annualRate) * grown, BigInt(monthlyWhole) * (grown - whole));
}

/** All payments of a loan; `extraMonthly` goes to the principal of each and ends it earlier. */
export function loanSchedule(terms: LoanTerms, extraMonthly = 0): LoanSchedule {
  const payment = levelPayment(terms);
  const rows: LoanPayment[] = [];
  for (let number = 1, balance = terms.principal; balance > 0; number++) {
    const interest = multiplyHalfUp(balance, terms.annualRate, monthlyWhole);
    const isLast = number >= terms.termMonths || payment + extraMonthly >= balance + interest;
    const paid = isLast ? balance + interest : payment + extraMonthly;
    const principal = paid - interest;
    balance -= principal;
    rows.push({ number, date: paymentDate(terms, number), payment: paid, interest, principal, balance });
  }
  const totalInterest = rows.reduce((sum, row) => sum + row.interest, 0);
  return { payment, totalInterest, totalPaid: terms.principal + totalInterest, rows };
}

function paymentDate({ startDate, paymentDay }: LoanTerms, number: number): string {
  const [year, month] = startDate.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month + number, 0));
  const day = Math.min(paymentDay, last.getUTCDate());
  return `${last.toISOString().slice(0, 8)}${String(day).padStart(2, "0")}`;
}
