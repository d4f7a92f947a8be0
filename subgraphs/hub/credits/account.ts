import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import { writeMovement, type Movement } from "./movements.rows.ts";

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

/** An account's columns under the names of AccountRow. */
export const accountColumns = `id, owner_id AS "ownerId", app_id AS "appId", pool, balance::float8 AS balance, held::float8 AS held,
  total_purchased::float8 AS "totalPurchased", total_consumed::float8 AS "totalConsumed",
  last_purchase_at AS "lastPurchaseAt", last_consumed_at AS "lastConsumedAt"`;

/** The account of an owner in an app, of standard credits if no other pool is named; null when it never moved. */
export async function findAccount(
  em: EntityManager,
  ownerId: string,
  appId: string,
  options: { forUpdate?: boolean; pool?: AccountRow["pool"] } = {},
): Promise<AccountRow | null> {
  const sql = `SELECT ${accountColumns} FROM credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = $3`;
  const [row] = await executeSql<AccountRow>(em, options.forUpdate ? `${sql} FOR UPDATE` : sql, [
    ownerId,
    appId,
    options.pool ?? "standard",
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
  pool: AccountRow["pool"] = "standard",
): Promise<AccountRow> {
  await executeSql(
    em,
    `INSERT INTO credit_accounts (id, owner_id, app_id, pool, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (owner_id, app_id, pool) DO NOTHING`,
    [newId("acc"), ownerId, appId, pool, now],
  );
  return (await findAccount(em, ownerId, appId, { pool }))!;
}

/**
 * Debits `amount` from what is available, in one guarded statement: parallel requests can never overdraw. Returns the
 * updated account, or null when the credits do not suffice (nothing is written).
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
 * Adds credits to an account as a lot of their own: a purchase, a grant, an auto-reload. The part that pays off a debt
 * is not in the lot, so that lots sum to the balance. Returns the entry's id.
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
