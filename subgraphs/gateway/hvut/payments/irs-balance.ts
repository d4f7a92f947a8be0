import { balanceOf, type ReturnTotals } from "../tax/return-arithmetic.ts";

/** Amounts of a filed return, in cents. */
export interface PaidReturn extends ReturnTotals {
  paidCents: number;
}

/** Due, paid and open tax of returns in cents. An overpaid return does not pay another one. */
export interface BalanceCents {
  taxDueCents: number;
  paidCents: number;
  openCents: number;
  overpaidCents: number;
}

export function balanceOfReturns(returns: readonly PaidReturn[]): BalanceCents {
  const sums = { taxDueCents: 0, paidCents: 0, openCents: 0, overpaidCents: 0 };
  for (const { paidCents, ...totals } of returns) {
    const due = balanceOf(totals);
    sums.taxDueCents += due;
    sums.paidCents += paidCents;
    sums.openCents += Math.max(due - paidCents, 0);
    sums.overpaidCents += Math.max(paidCents - due, 0);
  }
  return sums;
}
