import { multiplyHalfUp } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import type { LotTrade, SoldLot, StockSplit } from "./lots.ts";

/** Days before and after a sale at a loss in which a purchase makes it a wash sale (26 U.S.C. 1091(a)). */
const washDays = 30;

/** A sold lot with the part of its loss that a wash sale disallows, in minor units. */
export interface WashedLot<Lot extends SoldLot> {
  lot: Lot;
  disallowedLoss: number;
}

/**
 * Wash sales among the sold lots of one security, over all accounts. Units bought within 30 days of a loss, but for the lot
 * that was sold itself (Rev. Rul. 56-602), disallow the same part of it; each bought unit replaces one sold unit, those of
 * earlier sales first (Treas. Reg. 1.1091-1(b) to (d)).
 */
export function washSales<Lot extends SoldLot>(
  sold: readonly Lot[],
  trades: readonly (LotTrade & { id: string })[],
  splits: readonly StockSplit[],
): WashedLot<Lot>[] {
  const purchases = trades
    .filter(({ side }) => side === "buy" || side === "reinvestment")
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ id, date, quantity }) => ({ id, date, left: quantity }));
  const ordered = sold.toSorted((a, b) => (a.soldOn < b.soldOn ? -1 : a.soldOn > b.soldOn ? 1 : 0));
  return ordered.map((lot) => {
    const loss = lot.basis - lot.proceeds;
    if (loss <= 0) return { lot, disallowedLoss: 0 };
    const [from, to] = [addDays(lot.soldOn, -washDays), addDays(lot.soldOn, washDays)];
    // What a sale takes of a lot cannot replace its other units: lots that it sold are left out whole.
    const own = new Set(sold.filter(({ saleId }) => saleId === lot.saleId).map(({ tradeId }) => tradeId));
    let missing = lot.quantity;
    for (const purchase of purchases) {
      if (missing === 0) break;
      if (purchase.left === 0 || own.has(purchase.id) || purchase.date < from || purchase.date > to) continue;
      const units = inUnitsOf(lot.soldOn, purchase, splits);
      const taken = Math.min(missing, units);
      purchase.left = taken === units ? 0 : purchase.left - multiplyHalfUp(purchase.left, taken, units);
      missing -= taken;
    }
    return { lot, disallowedLoss: multiplyHalfUp(loss, lot.quantity - missing, lot.quantity) };
  });
}

/** What is left of a purchase, in the units of another day. */
function inUnitsOf(
  day: string,
  { date, left }: { date: string; left: number },
  splits: readonly StockSplit[],
): number {
  return splits.reduce((units, split) => {
    if (split.date > date && split.date <= day)
      return multiplyHalfUp(units, split.numerator, split.denominator);
    if (split.date > day && split.date <= date)
      return multiplyHalfUp(units, split.denominator, split.numerator);
    return units;
  }, left);
}
