import { multiplyHalfUp } from "../../../../src/money.ts";
import { endOfMonth } from "../accounts/dated-balances.ts";

/** Spending by the end of a month at the pace so far; for past months the actual spending. */
export function projectedSpending(spent: number, month: string, today: string): number {
  const now = today.slice(0, 7);
  if (now !== month) return spent;
  const days = Number(endOfMonth(today).slice(8));
  return multiplyHalfUp(spent, days, Number(today.slice(8)));
}
