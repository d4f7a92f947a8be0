import { multiplyHalfUp } from "../../../../src/money.ts";
import type { FilingStatus } from "./federal-tax-tables.ts";

/** Above this both taxes begin; the amounts are not indexed (26 U.S.C. 1401(b)(2), 1411(b), 3101(b)(2)). */
function highIncomeThresholdCents(status: FilingStatus): number {
  if (status === "married_joint") return 25_000_000;
  return status === "married_separate" ? 12_500_000 : 20_000_000;
}

/**
 * Additional Medicare tax in cents: 0.9 % of wages above the threshold, and of net earnings from self-employment above what wages have
 * left of it (Form 8959).
 */
export function additionalMedicareTax(
  status: FilingStatus,
  { wagesCents, netEarningsCents }: { wagesCents: number; netEarningsCents: number },
): number {
  const threshold = highIncomeThresholdCents(status);
  const wages = Math.max(0, wagesCents - threshold);
  const own = Math.max(0, netEarningsCents - Math.max(0, threshold - wagesCents));
  return multiplyHalfUp(wages, 9, 1_000) + multiplyHalfUp(own, 9, 1_000);
}

/** Net investment income tax in cents: 3.8 % of the smaller of that income and the income above the threshold (Form 8960). */
export function netInvestmentIncomeTax(
  status: FilingStatus,
  { investmentCents, adjustedGrossCents }: { investmentCents: number; adjustedGrossCents: number },
): number {
  const above = Math.max(0, adjustedGrossCents - highIncomeThresholdCents(status));
  return multiplyHalfUp(Math.min(Math.max(0, investmentCents), above), 38, 1_000);
}
