import type { EntityManager } from "@mikro-orm/postgresql";
import { gather } from "../../../src/db/gather.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { drawLots, type Lot, type LotDraw } from "./ledger.ts";

const columns = `l.id, l.source, l.remaining::float8 AS remaining, l.expires_at AS "expiresAt", l.created_at AS "createdAt"`;

const lotsOfSql = `SELECT w.owner_id AS "ownerId", w.app_id AS "appId", ${columns}
  FROM unnest($1::text[], $2::text[]) AS w (owner_id, app_id)
  JOIN credit_accounts AS a ON a.owner_id = w.owner_id AND a.app_id = w.app_id AND a.pool = 'standard'
  JOIN credit_lots AS l ON l.account_id = a.id AND l.remaining > 0`;

/** Remaining credits in the lots of an account, whose row is locked, so that no other transaction draws. */
async function readOpenLots(em: EntityManager, accountId: string): Promise<Lot[]> {
  const sql = `SELECT ${columns} FROM credit_lots AS l WHERE l.account_id = $1 AND l.remaining > 0`;
  return (await executeSql<LotRow>(em, sql, [accountId])).map(toLot);
}

interface AccountPlace {
  ownerId: string;
  appId: string;
}

const nameOf = ({ ownerId, appId }: AccountPlace) => JSON.stringify([ownerId, appId]);

/** The same by whose account it is. */
export const readOpenLotsOf = gather<AccountPlace, Lot[]>(async (em, places) => {
  const rows = await executeSql<LotRow & AccountPlace>(em, lotsOfSql, [
    places.map(({ ownerId }) => ownerId),
    places.map(({ appId }) => appId),
  ]);
  const found = Map.groupBy(rows, nameOf);
  return places.map((place) =>
    (found.get(nameOf(place)) ?? []).map(({ ownerId: _o, appId: _a, ...row }) => toLot(row)),
  );
});

/** Subtracts the draws from the lots. */
export async function takeDraws(em: EntityManager, draws: readonly LotDraw[]): Promise<void> {
  await Promise.all(draws.map((draw) => takeDraw(em, draw)));
}

/** Draws of one tick, each from another lot. */
const takeDraw = gather<LotDraw, void>(async (em, draws) => {
  const sql = `UPDATE credit_lots l SET remaining = remaining - d.amount
    FROM unnest($1::text[], $2::bigint[]) AS d (id, amount) WHERE l.id = d.id`;
  await executeSql(em, sql, [draws.map(({ lotId }) => lotId), draws.map(({ amount }) => amount)]);
  return draws.map(() => undefined);
});

/**
 * Takes `amount` from the account's lots in draw order, from `firstLotId` before all others. The account's row is
 * locked.
 */
export async function takeFromLots(
  em: EntityManager,
  accountId: string,
  amount: number,
  firstLotId: string | null = null,
): Promise<void> {
  await takeDraws(em, drawLots(await readOpenLots(em, accountId), amount, firstLotId));
}

type LotRow = Omit<Lot, "expiresAt" | "createdAt"> & { expiresAt: string | null; createdAt: string };

function toLot(row: LotRow): Lot {
  return {
    ...row,
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    createdAt: new Date(row.createdAt),
  };
}
