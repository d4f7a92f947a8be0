import type { EntityManager } from "@mikro-orm/postgresql";
import { gather } from "../../../src/db/gather.ts";
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
  const pool = options.pool ?? "standard";
  if (options.forUpdate) return lockOf(em, { ownerId, appId, pool });
  const sql = `SELECT ${accountColumns} FROM credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = $3`;
  const [row] = await executeSql<AccountRow>(em, sql, [ownerId, appId, pool]);
  return row ?? null;
}

type AccountPlace = Pick<AccountRow, "ownerId" | "appId" | "pool">;

const nameOf = ({ ownerId, appId, pool }: AccountPlace) => JSON.stringify([ownerId, appId, pool]);

/** The account, locked; accounts of one tick are locked in one order. */
const lockOf = gather<AccountPlace, AccountRow | null>(async (em, places) => {
  const rows = await executeSql<AccountRow>(em, lockSql, [
    places.map(({ ownerId }) => ownerId),
    places.map(({ appId }) => appId),
    places.map(({ pool }) => pool),
  ]);
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return places.map((place) => found.get(nameOf(place)) ?? null);
});

const lockSql = `SELECT ${accountColumns} FROM unnest($1::text[], $2::text[], $3::text[]) AS w (of_owner, of_app, of_pool)
  JOIN credit_accounts AS a ON owner_id = of_owner AND app_id = of_app AND pool = of_pool ORDER BY id FOR UPDATE OF a`;

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
  const debited = await debit(em, { id: account.id, amount, now });
  return debited && { ...account, ...debited };
}

/** Debits of one tick, each of another account. */
const debit = gather<{ id: string; amount: number; now: Date }, Pick<AccountRow, "balance" | "held"> | null>(
  async (em, debits) => {
    const rows = await executeSql<Pick<AccountRow, "id" | "balance" | "held">>(em, debitSql, [
      debits.map(({ id }) => id),
      debits.map(({ amount }) => amount),
      debits.map(({ now }) => now),
    ]);
    const found = new Map(rows.map(({ id, ...row }) => [id, row]));
    return debits.map(({ id }) => found.get(id) ?? null);
  },
);

const debitSql = `UPDATE credit_accounts a SET balance = balance - d.amount, total_consumed = total_consumed + d.amount,
    last_consumed_at = d.at
  FROM unnest($1::text[], $2::bigint[], $3::timestamptz[]) AS d (id, amount, at)
  WHERE a.id = d.id AND balance - held >= d.amount
  RETURNING a.id, balance::float8 AS balance, held::float8 AS held`;

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
