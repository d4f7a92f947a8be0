import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import { toMajor } from "../../../src/money.ts";
import { availableOf, type MovementType } from "./ledger.ts";

/** The platform's own event of a changed balance. */
export const balanceChanged = "credits.balance_changed";

/** What accounts are told of movements outside. Spending is not an event; that nothing is left is one. */
const toldAs: Partial<Record<MovementType, string>> = {
  purchase: "credits.purchased",
  grant: "credits.granted",
  expire: "credits.expired",
  reversal: "credits.reversed",
};

/** A movement as it is announced; amounts in hundredths, `held` as of the movement. */
export interface AnnouncedMovement {
  account: { id: string; ownerId: string; appId: string; pool: string; held: number };
  type: MovementType;
  amount: number;
  balance: number;
  transactionId: string | null;
}

/**
 * Records what a movement is announced as, in its transaction: always the changed balance, for the platform itself,
 * and what the account's owner is told. Amounts in payloads are credits, signed as the account sees them.
 */
export async function announceMovement(em: EntityManager, movement: AnnouncedMovement): Promise<void> {
  const { account, type, balance, transactionId } = movement;
  const { id: objectId, appId, ownerId, pool } = account;
  const available = availableOf({ balance, held: account.held });
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
  const event = { objectId, appId, ownerId, payload };
  await emitEvent(em, { ...event, type: balanceChanged });
  if (told) await emitEvent(em, { ...event, type: told });
}

/** What is left of a lot before it expires; amounts in hundredths. */
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

/** Tells an account's owner of credits that are about to expire. */
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
