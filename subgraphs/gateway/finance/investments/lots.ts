import { multiplyHalfUp } from "../../../../src/money.ts";

/** A purchase or sale of one security in one account; quantities in millionths, amounts in minor units. */
export interface LotTrade {
  side: "buy" | "sell";
  date: string;
  quantity: number;
  /** The cost of a buy or the proceeds of a sale, fees included. */
  amount: number;
}

/** The unsold part of a purchase. */
export interface OpenLot {
  date: string;
  quantity: number;
  basis: number;
}

export interface Holding {
  quantity: number;
  basis: number;
  /** What sales brought above the basis of what they sold. */
  realizedGain: number;
  lots: OpenLot[];
}

/**
 * What trades leave, first in first out: a sale takes the oldest lots, and of one that it takes a part of the same part of
 * its basis, so no cent of basis is lost. Null where more is sold than there was on its day; on one day purchases come first.
 */
export function holdingOf(trades: readonly LotTrade[]): Holding | null {
  const ordered = trades.toSorted((a, b) =>
    a.date === b.date ? Number(a.side === "sell") - Number(b.side === "sell") : a.date < b.date ? -1 : 1,
  );
  const lots: OpenLot[] = [];
  let realizedGain = 0;
  for (const { side, date, quantity, amount } of ordered) {
    if (side === "buy") {
      lots.push({ date, quantity, basis: amount });
      continue;
    }
    const basis = takeOldest(lots, quantity);
    if (basis === null) return null;
    realizedGain += amount - basis;
  }
  const sumOf = (pick: (lot: OpenLot) => number) => lots.reduce((sum, lot) => sum + pick(lot), 0);
  return { quantity: sumOf((lot) => lot.quantity), basis: sumOf((lot) => lot.basis), realizedGain, lots };
}

/** Takes a quantity out of the oldest lots; answers its basis, or null where there is not so much. */
function takeOldest(lots: OpenLot[], quantity: number): number | null {
  let [wanted, basis] = [quantity, 0];
  while (wanted > 0) {
    const lot = lots[0];
    if (!lot) return null;
    if (lot.quantity <= wanted) {
      lots.shift();
      [wanted, basis] = [wanted - lot.quantity, basis + lot.basis];
      continue;
    }
    const part = multiplyHalfUp(lot.basis, wanted, lot.quantity);
    lots[0] = { ...lot, quantity: lot.quantity - wanted, basis: lot.basis - part };
    [wanted, basis] = [0, basis + part];
  }
  return basis;
}
