import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { drawLots, type Lot, type LotDraw } from "./ledger.ts";

/** Remaining credits in the lots of an account, whose row is locked, so that no other transaction draws. */
async function readOpenLots(em: EntityManager, accountId: string): Promise<Lot[]> {
  return readLots(em, "account_id = $1", [accountId]);
}

/** The same by whose account it is. */
export async function readOpenLotsOf(em: EntityManager, ownerId: string, appId: string): Promise<Lot[]> {
  const account = "SELECT id FROM credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard'";
  return readLots(em, `account_id = (${account})`, [ownerId, appId]);
}

/** Subtracts the draws from the lots. */
export async function takeDraws(em: EntityManager, draws: readonly LotDraw[]): Promise<void> {
  const sql = "UPDATE credit_lots SET remaining = remaining - $2 WHERE id = $1";
  await Promise.all(draws.map(({ lotId, amount }) => executeSql(em, sql, [lotId, amount])));
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
  await takeDraws(em, drawLots(await readOpenLots(em, accountId), amount, firstLotId));
}

async function readLots(em: EntityManager, where: string, parameters: string[]): Promise<Lot[]> {
  const rows = await executeSql<
    Omit<Lot, "expiresAt" | "createdAt"> & { expiresAt: string | null; createdAt: string }
  >(
    em,
    `SELECT id, source, remaining::float8 AS remaining, expires_at AS "expiresAt", created_at AS "createdAt"
     FROM credit_lots WHERE ${where} AND remaining > 0`,
    parameters,
  );
  return rows.map((row) => ({
    ...row,
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    createdAt: new Date(row.createdAt),
  }));
}
