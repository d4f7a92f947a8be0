import { multiplyHalfUp } from "../../../../src/money.ts";

/** Part of a purchase that a sale was recorded to take. */
export interface NamedLot {
  tradeId: string;
  quantity: number;
}

/** A trade of one security in one account; quantities in millionths, amounts in minor units. */
export interface LotTrade {
  id?: string;
  /**
   * A reinvestment is a purchase with a dividend; a dividend in cash changes no lot. A spin-off takes basis out of all lots,
   * and `received` is a lot that it makes of another security.
   */
  side: "buy" | "sell" | "reinvestment" | "dividend" | "spin_off" | "received";
  date: string;
  /** Of a received lot: the purchase that it comes from. */
  acquiredOn?: string | null;
  quantity: number;
  /** The cost of a purchase or the proceeds of a sale, fees included; the basis that a spin-off moves. */
  amount: number;
  /** Lots that a sale takes; null takes the oldest. Of a spin-off all lots that were open. */
  lots?: readonly NamedLot[] | null;
}

/** From the start of its day on, each `denominator` units are `numerator` units. */
export interface StockSplit {
  date: string;
  numerator: number;
  denominator: number;
}

/** The unsold part of a purchase. */
export interface OpenLot {
  /** ID of the purchase. */
  tradeId: string;
  date: string;
  quantity: number;
  basis: number;
}

/** The part of a lot that a sale took. */
export interface SoldLot {
  saleId: string;
  tradeId: string;
  acquiredOn: string;
  soldOn: string;
  quantity: number;
  proceeds: number;
  basis: number;
}

export interface Holding {
  quantity: number;
  basis: number;
  /** Proceeds of sales minus the basis of the units sold. */
  realizedGain: number;
  lots: OpenLot[];
  sold: SoldLot[];
}

export interface LotRules {
  splits?: readonly StockSplit[];
  /**
   * `specific` takes the lots that a sale names, `fifo` always the oldest, `lifo` the newest; `average` takes the oldest with the
   * average basis of all units. Default `specific`.
   */
  method?: LotMethod;
}

export const lotMethods = ["fifo", "lifo", "average", "specific"] as const;
export type LotMethod = (typeof lotMethods)[number];

/** On one day splits come first, then spin-offs, then purchases. */
const rankOf = {
  split: 0,
  spin_off: 1,
  received: 1,
  buy: 2,
  reinvestment: 2,
  dividend: 2,
  sell: 3,
} as const;

/**
 * What trades leave. A sale takes its named or the oldest lots, and of a lot that it takes in part the same part of its
 * basis, so no cent of basis is lost (Treas. Reg. 1.1012-1(c)). A split changes quantities and no basis (26 U.S.C. 307).
 * Null where more is sold than there was on its day, or where the lots are no longer those that a spin-off found.
 */
export function holdingOf(trades: readonly LotTrade[], rules: LotRules = {}): Holding | null {
  const { splits = [], method = "specific" } = rules;
  const changes = [...splits.map((split) => ({ ...split, side: "split" as const })), ...trades].toSorted(
    (a, b) => (a.date === b.date ? rankOf[a.side] - rankOf[b.side] : a.date < b.date ? -1 : 1),
  );
  let lots: OpenLot[] = [];
  const sold: SoldLot[] = [];
  for (const change of changes) {
    if (change.side === "split") lots = splitLots(lots, change);
    else if (change.side === "sell") {
      if (method === "average") lots = averageLots(lots);
      const taken = takeLots(lots, change, method);
      if (taken === null) return null;
      sold.push(...soldLots(change, taken));
    } else if (change.side === "spin_off") {
      if (method === "specific" && !areLots(lots, change.lots ?? [])) return null;
      lots = withoutBasis(lots, change.amount);
    } else if (change.side !== "dividend") {
      lots.push(newLot(change));
      // A received lot is as old as the one that it comes from.
      if (change.side === "received")
        lots = lots.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
    }
  }
  return {
    quantity: sumOf(lots, (lot) => lot.quantity),
    basis: sumOf(lots, (lot) => lot.basis),
    realizedGain: sumOf(sold, (part) => part.proceeds - part.basis),
    lots,
    sold,
  };
}

function newLot({ id = "", date, acquiredOn, quantity, amount }: LotTrade): OpenLot {
  return { tradeId: id, date: acquiredOn ?? date, quantity, basis: amount };
}

function areLots(lots: readonly OpenLot[], named: readonly NamedLot[]): boolean {
  const same = (lot: OpenLot, index: number) =>
    lot.tradeId === named[index]!.tradeId && lot.quantity === named[index]!.quantity;
  return lots.length === named.length && lots.every(same);
}

/** Lots after basis has moved out of each in proportion to its own (26 U.S.C. 358(b), (c)). What is left sums exactly. */
function withoutBasis(lots: readonly OpenLot[], moved: number): OpenLot[] {
  const parts = sharedByBasis(lots, moved);
  return lots.map((lot, index) => ({ ...lot, basis: lot.basis - parts[index]! }));
}

/** An amount of basis by lot, in proportion to their basis; at most what they have. */
export function sharedByBasis(lots: readonly OpenLot[], amount: number): number[] {
  const total = sumOf(lots, (lot) => lot.basis);
  if (total <= 0) return lots.map(() => 0);
  let [before, shared] = [0, 0];
  return lots.map(({ basis }) => {
    before += basis;
    const part = multiplyHalfUp(Math.min(amount, total), before, total) - shared;
    shared += part;
    return part;
  });
}

/** Lots after a split. Their sum is the rounded sum, so that it does not depend on the number of lots. */
function splitLots(lots: readonly OpenLot[], { numerator, denominator }: StockSplit): OpenLot[] {
  let [before, after] = [0, 0];
  return lots
    .map((lot) => {
      before += lot.quantity;
      const quantity = multiplyHalfUp(before, numerator, denominator) - after;
      after += quantity;
      return { ...lot, quantity };
    })
    .filter(({ quantity, basis }) => quantity > 0 || basis > 0);
}

/** Lots with the average basis of all units, and their own days (Treas. Reg. 1.1012-1(e)). Their sum stays. */
function averageLots(lots: readonly OpenLot[]): OpenLot[] {
  const [quantity, basis] = [sumOf(lots, (lot) => lot.quantity), sumOf(lots, (lot) => lot.basis)];
  if (quantity === 0) return [...lots];
  let [units, shared] = [0, 0];
  return lots.map((lot) => {
    units += lot.quantity;
    const share = multiplyHalfUp(basis, units, quantity) - shared;
    shared += share;
    return { ...lot, basis: share };
  });
}

/** Takes a sale's quantity out of lots, and returns the parts taken; null where there is not so much. */
function takeLots(lots: OpenLot[], sale: LotTrade, method: LotMethod): OpenLot[] | null {
  if (method === "lifo") return takeFrom(lots, sale.quantity, () => lots.length - 1);
  const named = method === "specific" ? sale.lots : null;
  if (!named) return takeFrom(lots, sale.quantity, () => 0);
  const taken: OpenLot[] = [];
  for (const { tradeId, quantity } of named) {
    const part = takeFrom(lots, quantity, () => lots.findIndex((lot) => lot.tradeId === tradeId));
    if (part === null) return null;
    taken.push(...part);
  }
  return taken;
}

/** `next` answers the index of the lot to take from; that of no lot where there is none. */
function takeFrom(lots: OpenLot[], wanted: number, next: () => number): OpenLot[] | null {
  const taken: OpenLot[] = [];
  let missing = wanted;
  while (missing > 0) {
    const index = next();
    const lot = lots[index];
    if (!lot) return null;
    if (lot.quantity <= missing) {
      lots.splice(index, 1);
      taken.push(lot);
      missing -= lot.quantity;
      continue;
    }
    const basis = multiplyHalfUp(lot.basis, missing, lot.quantity);
    lots[index] = { ...lot, quantity: lot.quantity - missing, basis: lot.basis - basis };
    taken.push({ ...lot, quantity: missing, basis });
    missing = 0;
  }
  return taken;
}

/** A sale's proceeds by the lots it took, in proportion to their quantities; the parts sum to the proceeds. */
function soldLots({ id = "", date, quantity, amount }: LotTrade, taken: readonly OpenLot[]): SoldLot[] {
  let [units, shared] = [0, 0];
  return taken.map((lot) => {
    units += lot.quantity;
    const proceeds = multiplyHalfUp(amount, units, quantity) - shared;
    shared += proceeds;
    const { tradeId, basis } = lot;
    const days = { acquiredOn: lot.date, soldOn: date };
    return { saleId: id, tradeId, ...days, quantity: lot.quantity, proceeds, basis };
  });
}

function sumOf<Item>(items: readonly Item[], pick: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + pick(item), 0);
}
