import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import { announceMovement } from "./credit-events.service.ts";
import { drawLots, postingsOf, type Lot, type MovementType } from "./ledger.ts";

/** An account row as the ledger sees it; amounts in hundredths. */
export interface AccountRow {
  id: string;
  ownerId: string;
  appId: string;
  pool: "standard" | "image";
  balance: number;
  held: number;
  totalPurchased: number;
  totalConsumed: number;
  lastPurchaseAt: Date | null;
  lastConsumedAt: Date | null;
}

/** One movement to be written. `amount` is signed, as the account sees it. */
export interface Movement {
  type: MovementType;
  amount: number;
  description: string;
  operation?: string | null;
  metadata?: Record<string, unknown> | null;
  referenceId?: string | null;
  transactionId?: string | null;
  packageId?: string | null;
  holdId?: string | null;
  expiresAt?: Date | null;
}

/** An account's columns under the names of AccountRow. */
export const accountColumns = `id, owner_id AS "ownerId", app_id AS "appId", pool, balance::float8 AS balance, held::float8 AS held,
  total_purchased::float8 AS "totalPurchased", total_consumed::float8 AS "totalConsumed",
  last_purchase_at AS "lastPurchaseAt", last_consumed_at AS "lastConsumedAt"`;

/** The account of an owner in an app, or null when it never moved. */
export async function findAccount(
  em: EntityManager,
  ownerId: string,
  appId: string,
  options: { forUpdate?: boolean } = {},
): Promise<AccountRow | null> {
  const sql = `SELECT ${accountColumns} FROM credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard'`;
  const [row] = await executeSql<AccountRow>(em, options.forUpdate ? `${sql} FOR UPDATE` : sql, [
    ownerId,
    appId,
  ]);
  return row ?? null;
}

/** The account of this id, or null. */
export async function findAccountById(em: EntityManager, id: string): Promise<AccountRow | null> {
  const [row] = await executeSql<AccountRow>(
    em,
    `SELECT ${accountColumns} FROM credit_accounts WHERE id = $1`,
    [id],
  );
  return row ?? null;
}

/** The account of this id, locked for the rest of the transaction. It must exist. */
export async function lockAccount(em: EntityManager, id: string): Promise<AccountRow> {
  const [row] = await executeSql<AccountRow>(
    em,
    `SELECT ${accountColumns} FROM credit_accounts WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row!;
}

/** The account, made when it is missing. */
export async function openAccount(
  em: EntityManager,
  ownerId: string,
  appId: string,
  now: Date,
): Promise<AccountRow> {
  await executeSql(
    em,
    `INSERT INTO credit_accounts (id, owner_id, app_id, pool, created_at) VALUES ($1, $2, $3, 'standard', $4)
     ON CONFLICT (owner_id, app_id, pool) DO NOTHING`,
    [newId("acc"), ownerId, appId, now],
  );
  return (await findAccount(em, ownerId, appId))!;
}

/**
 * Takes `amount` from what is available, in one guarded statement: of any number of parallel spenders none can
 * take what is not there. Answers the account as it is then, or null when the credits do not suffice (nothing is
 * written).
 */
export async function debitAvailable(
  em: EntityManager,
  account: AccountRow,
  amount: number,
  now: Date,
): Promise<AccountRow | null> {
  const [row] = await executeSql<{ balance: number; held: number }>(
    em,
    `UPDATE credit_accounts SET balance = balance - $2, total_consumed = total_consumed + $2, last_consumed_at = $3
     WHERE id = $1 AND balance - held >= $2 RETURNING balance::float8 AS balance, held::float8 AS held`,
    [account.id, amount, now],
  );
  return row ? { ...account, ...row } : null;
}

/**
 * Writes a movement that the account row already shows: its entry, both postings and the event that announces it.
 * Answers the entry's id.
 */
export async function writeMovement(
  em: EntityManager,
  account: AccountRow,
  movement: Movement,
  balanceAfter: number,
  now: Date,
): Promise<string> {
  const id = newId("cle");
  await executeSql(
    em,
    `INSERT INTO credit_entries (id, account_id, owner_id, app_id, pool, type, amount, balance_after, description,
       operation, metadata, reference_id, transaction_id, package_id, hold_id, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16, $17)`,
    [
      id,
      account.id,
      account.ownerId,
      account.appId,
      account.pool,
      movement.type,
      movement.amount,
      balanceAfter,
      movement.description,
      movement.operation ?? null,
      movement.metadata ? JSON.stringify(movement.metadata) : null,
      movement.referenceId ?? null,
      movement.transactionId ?? null,
      movement.packageId ?? null,
      movement.holdId ?? null,
      movement.expiresAt ?? null,
      now,
    ],
  );
  const [ours, theirs] = postingsOf(movement.type, account.id, movement.amount);
  await executeSql(
    em,
    "INSERT INTO credit_postings (entry_id, ledger, owner_id, amount) VALUES ($1, $2, $3, $4), ($1, $5, $3, $6)",
    [id, ours.ledger, account.ownerId, ours.amount, theirs.ledger, theirs.amount],
  );
  const { type, amount, transactionId = null } = movement;
  await announceMovement(em, { account, type, amount, balance: balanceAfter, transactionId });
  return id;
}

/**
 * Takes `amount` from the account's lots in draw order, from `firstLotId` before all others. The account's row is locked
 * by the debit before.
 */
export async function takeFromLots(
  em: EntityManager,
  accountId: string,
  amount: number,
  firstLotId: string | null = null,
): Promise<void> {
  const rows = await executeSql<
    Omit<Lot, "expiresAt" | "createdAt"> & { expiresAt: string | null; createdAt: string }
  >(
    em,
    `SELECT id, source, remaining::float8 AS remaining, expires_at AS "expiresAt", created_at AS "createdAt"
     FROM credit_lots WHERE account_id = $1 AND remaining > 0`,
    [accountId],
  );
  const lots = rows.map((row) => ({
    ...row,
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    createdAt: new Date(row.createdAt),
  }));
  for (const draw of drawLots(lots, amount, firstLotId)) {
    await executeSql(em, "UPDATE credit_lots SET remaining = remaining - $2 WHERE id = $1", [
      draw.lotId,
      draw.amount,
    ]);
  }
}

/**
 * Adds credits to an account as a lot of their own: a purchase, a grant, an auto-reload. What pays off a debt is not
 * in the lot, so that lots sum to the balance. Answers the entry's id.
 */
export async function creditAccount(
  em: EntityManager,
  account: AccountRow,
  movement: Movement & { type: "purchase" | "grant" | "auto_reload" },
  now: Date,
  lotId: string = newId("lot"),
): Promise<string> {
  const isPaid = movement.type !== "grant";
  const [row] = await executeSql<{ balance: number; held: number }>(
    em,
    `UPDATE credit_accounts SET balance = balance + $2, total_purchased = total_purchased + $3,
       last_purchase_at = CASE WHEN $4 THEN $5 ELSE last_purchase_at END
     WHERE id = $1 RETURNING balance::float8 AS balance, held::float8 AS held`,
    [account.id, movement.amount, isPaid ? movement.amount : 0, isPaid, now],
  );
  await executeSql(
    em,
    `INSERT INTO credit_lots (id, account_id, owner_id, source, remaining, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      lotId,
      account.id,
      account.ownerId,
      isPaid ? "paid" : "promo",
      Math.max(0, Math.min(movement.amount, row!.balance)),
      movement.expiresAt ?? null,
      now,
    ],
  );
  return writeMovement(em, { ...account, ...row! }, movement, row!.balance, now);
}
