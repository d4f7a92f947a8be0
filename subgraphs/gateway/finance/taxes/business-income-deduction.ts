import { multiplyHalfUp } from "../../../../src/money.ts";
import type { FilingStatus, TaxYear } from "./federal-tax-tables.ts";

/** What the deduction for qualified business income follows from, in cents. */
export interface BusinessIncome {
  filingStatus: FilingStatus;
  /** Profit less the half of self-employment tax. */
  qualifiedCents: number;
  /** Taxable income before this deduction. */
  taxableCents: number;
  /** Qualified dividends and long-term gains in it. */
  gainsCents: number;
  /** W-2 wages that the business pays. */
  wagesCents: number;
  /** Unadjusted basis of its qualified property. */
  propertyCents: number;
  /** A specified service trade or business, such as law or health. */
  isSpecifiedService: boolean;
}

/**
 * The deduction for the qualified business income of one business (26 U.S.C. 199A, Forms 8995 and 8995-A): 20 % of it, at
 * most 20 % of taxable income without gains. Above the threshold, half of the wages or a quarter of them with 2.5 % of the
 * property limit it, and a specified service counts less and less; both phase in over the range. From 2026 on an active
 * business has a least deduction (199A(i)), which is not limited by taxable income.
 */
export function businessIncomeDeduction({ businessIncome: table }: TaxYear, facts: BusinessIncome): number {
  const over = shareOverThreshold(table, facts);
  // Shares are exact fractions of the range: what a specified service still counts.
  const counted = facts.isSpecifiedService ? over.rangeCents - over.cents : over.rangeCents;
  const part = (cents: number) => multiplyHalfUp(Math.max(0, cents), counted, over.rangeCents);
  const qualifiedCents = part(facts.qualifiedCents);
  const fullCents = multiplyHalfUp(qualifiedCents, 20, 100);
  const limitCents = wageLimit(part(facts.wagesCents), part(facts.propertyCents));
  const lostCents = multiplyHalfUp(Math.max(0, fullCents - limitCents), over.cents, over.rangeCents);
  const ordinaryCents = Math.max(0, facts.taxableCents - facts.gainsCents);
  const deductionCents = Math.min(fullCents - lostCents, multiplyHalfUp(ordinaryCents, 20, 100));
  const hasLeast = table.leastDeductionCents > 0 && qualifiedCents >= table.leastIncomeCents;
  return hasLeast ? Math.max(table.leastDeductionCents, deductionCents) : deductionCents;
}

/** Whether wages, property and the kind of business change the deduction. */
export function isAboveThreshold({ businessIncome: table }: TaxYear, facts: BusinessIncome): boolean {
  return facts.taxableCents > table.thresholdCents[facts.filingStatus];
}

/** Income above the threshold, at most the range, and the range. */
function shareOverThreshold(
  { thresholdCents, rangeCents }: TaxYear["businessIncome"],
  { filingStatus, taxableCents }: BusinessIncome,
) {
  const range = filingStatus === "married_joint" ? 2 * rangeCents : rangeCents;
  const over = Math.max(0, taxableCents - thresholdCents[filingStatus]);
  return { cents: Math.min(over, range), rangeCents: range };
}

function wageLimit(wagesCents: number, propertyCents: number): number {
  const half = multiplyHalfUp(wagesCents, 50, 100);
  const withProperty = multiplyHalfUp(wagesCents, 25, 100) + multiplyHalfUp(propertyCents, 25, 1_000);
  return Math.max(half, withProperty);
}
