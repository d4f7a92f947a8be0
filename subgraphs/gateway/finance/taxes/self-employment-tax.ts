import { multiplyHalfUp } from "../../../../src/money.ts";

export interface SelfEmploymentTax {
  /** Net earnings: 92.35 % of the profit. */
  baseCents: number;
  socialSecurityCents: number;
  medicareCents: number;
  totalCents: number;
  /** The half of it that lowers income (26 U.S.C. 164(f)). */
  deductionCents: number;
}

/** Net earnings below 400 dollars bear no tax (26 U.S.C. 1402(b)(2)). */
const leastEarningsCents = 40_000;

/**
 * Self-employment tax (26 U.S.C. 1401, 1402(a)(12)): 12.4 % up to what wages have left of the Social Security base, and
 * 2.9 % of all net earnings. Each part is rounded half up to the cent.
 */
export function selfEmploymentTax(
  profitCents: number,
  wagesCents: number,
  socialSecurityBaseCents: number,
): SelfEmploymentTax {
  const baseCents = multiplyHalfUp(Math.max(0, profitCents), 9_235, 10_000);
  if (baseCents < leastEarningsCents)
    return { baseCents, socialSecurityCents: 0, medicareCents: 0, totalCents: 0, deductionCents: 0 };
  const room = Math.max(0, socialSecurityBaseCents - wagesCents);
  const socialSecurityCents = multiplyHalfUp(Math.min(baseCents, room), 124, 1_000);
  const medicareCents = multiplyHalfUp(baseCents, 29, 1_000);
  const totalCents = socialSecurityCents + medicareCents;
  const deductionCents = multiplyHalfUp(totalCents, 1, 2);
  return { baseCents, socialSecurityCents, medicareCents, totalCents, deductionCents };
}
