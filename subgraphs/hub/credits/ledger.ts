/** Arithmetic of the credit ledger, in integer hundredths of a credit. No database, no clock. */

/** Remaining credits of one purchase or grant. */
export interface Lot {
  id: string;
  source: "paid" | "promo";
  remaining: number;
  expiresAt: Date | null;
  createdAt: Date;
}

/** A part of a lot that a movement takes. */
export interface LotDraw {
  lotId: string;
  amount: number;
}

/**
 * The draw order of lots: the one that expires first (never last), then promotional before paid, then the oldest,
 * then by id. Deterministic, so that a replay draws the same.
 */
export function compareLots(a: Lot, b: Lot): number {
  return (
    (a.expiresAt?.getTime() ?? Infinity) - (b.expiresAt?.getTime() ?? Infinity) ||
    Number(a.source === "paid") - Number(b.source === "paid") ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.id < b.id ? -1 : 1)
  );
}

/**
 * Which lots give how much of `amount`: the one of `firstLotId`, then all others in draw order. Any amount that no lot
 * covers is omitted; the account row decides.
 */
export function drawLots(lots: readonly Lot[], amount: number, firstLotId: string | null = null): LotDraw[] {
  const isLater = (lot: Lot) => Number(lot.id !== firstLotId);
  const draws: LotDraw[] = [];
  let open = amount;
  for (const lot of lots.toSorted((a, b) => isLater(a) - isLater(b) || compareLots(a, b))) {
    if (open === 0) break;
    const taken = Math.min(open, lot.remaining);
    if (taken > 0) draws.push({ lotId: lot.id, amount: taken });
    open -= taken;
  }
  return draws;
}

/** The kinds of movement, and the system ledger on the other side of each. */
export const counterLedger = {
  purchase: "sales",
  auto_reload: "sales",
  grant: "promo",
  consume: "usage",
  hold_capture: "usage",
  refund: "usage",
  expire: "breakage",
  adjustment: "adjust",
  reversal: "sales",
} as const;

export type MovementType = keyof typeof counterLedger;

/** One side of a movement. */
export interface Posting {
  ledger: string;
  amount: number;
}

/** Both sides of a movement of `amount` (signed, as the account sees it). They sum to zero. */
export function postingsOf(type: MovementType, accountId: string, amount: number): [Posting, Posting] {
  return [
    { ledger: `account:${accountId}`, amount },
    { ledger: `system:${counterLedger[type]}`, amount: -amount },
  ];
}

/** Available credits. A debt makes it negative. */
export function availableOf(account: { balance: number; held: number }): number {
  return account.balance - account.held;
}
