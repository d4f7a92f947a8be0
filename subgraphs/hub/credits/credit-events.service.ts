import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent, type NewEvent } from "../../../src/db/outbox.ts";
import { toMajor } from "../../../src/money.ts";
import { availableOf, type MovementType } from "./ledger.ts";

/** The platform's own event of a changed balance. */
export const balanceChanged = "credits.balance_changed";

/** Public event per type of movement. Spending is not an event; a balance of zero is. */
const toldAs: Partial<Record<MovementType, string>> = {
  purchase: "credits.purchased",
  grant: "credits.granted",
  expire: "credits.expired",
  reversal: "credits.reversed",
};

/** A movement as it is announced; amounts in hundredths. */
export interface AnnouncedMovement {
  type: MovementType;
  amount: number;
  balanceAfter: number;
  transactionId?: string | null;
}

/**
 * The events of a movement: always the changed balance, for the platform itself, and the public event for the account's
 * owner. Amounts in payloads are credits, signed as the account sees them; `held` is as of the movement.
 */
export function eventsOf(
  account: { id: string; ownerId: string; appId: string; pool: string; held: number },
  movement: AnnouncedMovement,
): NewEvent[] {
  const { type, balanceAfter: balance, transactionId = null } = movement;
  const { id: objectId, ownerId, appId, pool, held } = account;
  const available = availableOf({ balance, held });
  const isSpending = type === "consume" || type === "hold_capture";
  const told = isSpending && available <= 0 ? "credits.exhausted" : toldAs[type];
  const payload = {
    appId,
    pool,
    amount: toMajor(movement.amount, 2),
    balance: toMajor(balance, 2),
    available: toMajor(available, 2),
    threshold: null,
    transactionId,
  };
  const types = told ? [balanceChanged, told] : [balanceChanged];
  return types.map((name) => ({ type: name, objectId, appId, ownerId, payload }));
}

/** Remaining credits of a lot before it expires; amounts in hundredths. */
export interface ExpiringLot {
  accountId: string;
  ownerId: string;
  appId: string;
  pool: string;
  balance: number;
  held: number;
  amount: number;
  expiresAt: Date;
}

/** Notifies an account's owner of credits that are about to expire. */
export async function announceExpiring(em: EntityManager, lot: ExpiringLot): Promise<void> {
  const { accountId: objectId, ownerId, appId, pool, balance } = lot;
  const payload = {
    appId,
    pool,
    amount: toMajor(lot.amount, 2),
    balance: toMajor(balance, 2),
    available: toMajor(availableOf(lot), 2),
    threshold: null,
    transactionId: null,
    expiresAt: lot.expiresAt.toISOString(),
  };
  await emitEvent(em, { type: "credits.expiring", objectId, appId, ownerId, payload });
}
