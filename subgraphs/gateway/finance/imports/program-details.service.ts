import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { AccountRow, CategoryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import type { MatchedRow } from "./match-imports.ts";

const longestName = 100;
const nameOf = (text: string) => text.slice(0, longestName).trim();

/** Ids of the rows' categories by their names in lower case. What is missing is added: as income where its rows sum to income. */
export async function categoriesOfRows(
  em: EntityManager,
  ctx: FinanceContext,
  rows: readonly MatchedRow[],
): Promise<Map<string, string>> {
  const wanted = new Map<string, { name: string; sum: number }>();
  const named = rows.flatMap(({ amount, details }): { amount: number; category?: string | null }[] => [
    ...(details?.parts ?? [{ amount, category: details?.category ?? null }]),
  ]);
  for (const { amount, category } of named) {
    if (!category) continue;
    const name = nameOf(category);
    const sum = (wanted.get(name.toLowerCase())?.sum ?? 0) + amount;
    wanted.set(name.toLowerCase(), { name, sum });
  }
  if (wanted.size === 0) return new Map();
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now().toISOString();
  // In one order, so that two imports do not wait for each other in a circle.
  const added = [...wanted]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { name, sum }]): CategoryRow => ({
      id: newId("cat"),
      ownerId,
      groupId: null,
      name,
      kind: sum > 0 ? "income" : "expense",
      taxLine: null,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    }));
  await insertAll(em, "finance_categories", added, "ON CONFLICT DO NOTHING");
  const where = "owner_id = $1 AND status = 'active' AND lower(name) = ANY ($2)";
  const found = await findRows(em, "finance_categories", where, [ownerId, [...wanted.keys()]]);
  return new Map(found.map(({ id, name }) => [name.toLowerCase(), id]));
}

/** The category of a row; undefined where the file says none. */
export function categoryOfRow(
  { details }: MatchedRow,
  categories: ReadonlyMap<string, string>,
): string | undefined {
  return details?.category ? categories.get(nameOf(details.category).toLowerCase()) : undefined;
}

/** Stores the parts of booked split transactions. */
export async function bookParts(
  em: EntityManager,
  ctx: FinanceContext,
  booked: readonly (MatchedRow & { id: string })[],
  categories: ReadonlyMap<string, string>,
): Promise<void> {
  const ownerId = ownerOf(ctx);
  const splits = booked.flatMap(({ id: transactionId, details }) =>
    (details?.parts ?? []).map(({ category, amount, note }, position) => {
      const categoryId = categories.get(nameOf(category).toLowerCase())!;
      return { transactionId, position, ownerId, categoryId, amount, note };
    }),
  );
  if (splits.length > 0) await insertAll(em, "finance_splits", splits);
}

/**
 * Names of the caller's accounts in lower case. They are locked, so that two imports of both sides of a transfer see each other.
 */
export async function lockAccounts(em: EntityManager, ctx: FinanceContext): Promise<Set<string>> {
  const sql = "SELECT lower(name) AS name FROM finance_accounts WHERE owner_id = $1 ORDER BY id FOR UPDATE";
  const found = await executeSql<{ name: string }>(em, sql, [ownerOf(ctx)]);
  return new Set(found.map(({ name }) => name));
}

interface Leg {
  id: string;
  date: string;
  amount: number;
  fitid: string | null;
  account: string;
  currency: string;
}

/**
 * Joins booked sides of transfers with the other sides that an import of the same program booked on the other account: of the
 * same id of the program, or of the same day and size. A side whose other one is not there yet stays alone until that is imported.
 */
export async function joinTransfers(
  em: EntityManager,
  ctx: FinanceContext,
  {
    account,
    format,
    booked,
  }: { account: AccountRow; format: string; booked: readonly (MatchedRow & { id: string })[] },
): Promise<void> {
  const sides = booked.filter(({ details }) => details?.transferWith);
  if (sides.length === 0) return;
  const sql = `SELECT t.id, t.date::text, t.amount::float8, t.fitid, lower(a.name) AS account, a.currency
    FROM finance_transactions AS t JOIN finance_accounts AS a ON a.id = t.account_id
      JOIN finance_payees AS p ON p.id = t.payee_id JOIN finance_import_batches AS b ON b.id = t.import_batch_id
    WHERE t.owner_id = $1 AND t.account_id <> $2 AND lower(p.name) = lower($3) AND b.format = $4
      AND t.date = ANY ($5::date[]) AND t.transfer_id IS NULL AND t.trade_id IS NULL AND t.status <> 'reconciled'
      AND NOT EXISTS (SELECT FROM finance_splits AS s WHERE s.transaction_id = t.id)
    ORDER BY t.id FOR UPDATE OF t`;
  const days = [...new Set(sides.map(({ date }) => date))];
  const values = [ownerOf(ctx), account.id, account.name, format, days];
  const free = new Set(await executeSql<Leg>(em, sql, values));
  const pairs = sides.flatMap((side) => {
    const other = [...free].find((leg) => isOther(leg, side, account));
    if (!other) return [];
    free.delete(other);
    const transferId = newId("tfr");
    return [side.id, other.id].map((id) => ({ id, transferId }));
  });
  if (pairs.length === 0) return;
  const join = `UPDATE finance_transactions AS t SET transfer_id = p."transferId", category_id = NULL,
      version = t.version + 1, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS p (id text, "transferId" text) WHERE t.id = p.id`;
  await executeSql(em, join, [JSON.stringify(pairs), ctx.clock.now()]);
}

function isOther(leg: Leg, { date, amount, fitid, details }: MatchedRow, { currency }: AccountRow): boolean {
  if (leg.date !== date || leg.account !== details!.transferWith!.toLowerCase()) return false;
  if (leg.amount < 0 === amount < 0) return false;
  const isSameSize = leg.currency === currency && leg.amount === -amount;
  return fitid === null ? isSameSize : leg.fitid === fitid && (leg.currency !== currency || isSameSize);
}
