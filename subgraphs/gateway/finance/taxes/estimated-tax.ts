/**
 * Estimated tax of individuals (26 U.S.C. 6654): what avoids the addition to tax, and when it is due. In cents.
 */
import { allocate, multiplyHalfUp } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { isLegalHoliday, isWeekend } from "../../../../src/time/us-holidays.ts";
import type { FilingStatus } from "./federal-tax-tables.ts";

export const safeHarbors = ["current_year", "prior_year", "prior_year_110", "below_1000"] as const;
export type SafeHarbor = (typeof safeHarbors)[number];

export interface EstimateInputs {
  filingStatus: FilingStatus;
  currentTaxCents: number;
  withheldCents: number;
  /** Tax of the preceding year of 12 months; null where it is unknown. */
  priorTaxCents: number | null;
  priorAdjustedGrossCents: number | null;
}

export interface RequiredPayment {
  safeHarbor: SafeHarbor;
  /** Required for the year, withholding included. */
  requiredCents: number;
  /** What the four installments have to sum to. */
  installmentsCents: number;
}

/** Less than 1,000 dollars of tax after withholding needs no installments (26 U.S.C. 6654(e)(1)). */
const leastTaxCents = 100_000;

/**
 * The required annual payment: the smaller of 90 % of this year's and 100 % of last year's tax, 110 % where last year's
 * adjusted gross income was above 150,000 dollars (75,000 for a separate return of this year; 26 U.S.C. 6654(d)(1)).
 * Withholding counts as paid in equal parts on the four dates (26 U.S.C. 6654(g)(1)).
 */
export function requiredPayment(inputs: EstimateInputs): RequiredPayment {
  const { currentTaxCents, withheldCents, priorTaxCents } = inputs;
  if (currentTaxCents - withheldCents < leastTaxCents)
    return { safeHarbor: "below_1000", requiredCents: 0, installmentsCents: 0 };
  const current = multiplyHalfUp(currentTaxCents, 90, 100);
  const isHigh = (inputs.priorAdjustedGrossCents ?? 0) > highIncomeCents(inputs.filingStatus);
  const prior = priorTaxCents === null ? Infinity : multiplyHalfUp(priorTaxCents, isHigh ? 110 : 100, 100);
  const requiredCents = Math.min(current, prior);
  const priorHarbor = isHigh ? "prior_year_110" : "prior_year";
  return {
    safeHarbor: prior < current ? priorHarbor : "current_year",
    requiredCents,
    installmentsCents: Math.max(0, requiredCents - withheldCents),
  };
}

function highIncomeCents(status: FilingStatus): number {
  return status === "married_separate" ? 7_500_000 : 15_000_000;
}

export interface Installment {
  quarter: number;
  dueDate: string;
  amountCents: number;
  /** The part that payments made so far cover. */
  paidCents: number;
}

/** Four equal installments with their due dates; payments cover the earliest first (26 U.S.C. 6654(b)(3), (d)(1)(A)). */
export function installmentsOf(year: number, totalCents: number, paidCents: number): Installment[] {
  let left = paidCents;
  return allocate(totalCents, [1, 1, 1, 1]).map((amountCents, index) => {
    const paid = Math.min(left, amountCents);
    left -= paid;
    return { quarter: index + 1, dueDate: installmentDate(year, index), amountCents, paidCents: paid };
  });
}

/** April 15, June 15, September 15 and January 15 (26 U.S.C. 6654(c)(2)). */
const installmentDays = ["04-15", "06-15", "09-15", "01-15"] as const;

/** A due date on a Saturday, Sunday or legal holiday moves to the next day that is none (26 U.S.C. 7503). */
function installmentDate(year: number, index: number): string {
  let day = `${index === 3 ? year + 1 : year}-${installmentDays[index]}`;
  while (isWeekend(day) || isLegalHoliday(day)) day = addDays(day, 1);
  return day;
}
