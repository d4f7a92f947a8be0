import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { findRows } from "../finance.rows.ts";
import type { EntryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import { duplicateGroups } from "./duplicate-groups.ts";
import type { DuplicateTransactions, FindDuplicateTransactionsArgs } from "./duplicates.types.ts";

const mostPairs = 2_000;
const mostGroups = 100;

/** Transactions of one account that are probably one, newest first. Throws NOT_FOUND for the account. */
export function findDuplicates(
  ctx: FinanceContext,
  { accountId, windowDays }: FindDuplicateTransactionsArgs,
): Promise<DuplicateTransactions> {
  const read = async (em: EntityManager) => {
    if (accountId) await accountOf(em, ctx, accountId);
    const pairs = await equalPairs(em, ctx, accountId ?? null, windowDays);
    const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
    const rows = await findRows(em, "finance_entries", "owner_id = $1 AND id = ANY ($2)", [
      ownerOf(ctx),
      ids,
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = duplicateGroups<EntryRow>(pairs.map(({ a, b }) => [byId.get(a)!, byId.get(b)!]));
    const groups = found.slice(0, mostGroups).map((group) => ({
      keepId: group[0].id,
      transactions: group.map(presentEntry),
    }));
    return { groups, hasMore: found.length > mostGroups || pairs.length === mostPairs };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Pairs of one account and amount within so many days, newest first. Two reconciled ones both stay. */
function equalPairs(
  em: EntityManager,
  ctx: FinanceContext,
  accountId: string | null,
  windowDays: number,
): Promise<{ a: string; b: string }[]> {
  const sql = `SELECT a.id AS a, b.id AS b FROM finance_transactions AS a
    JOIN finance_transactions AS b ON b.account_id = a.account_id AND b.amount = a.amount AND b.id > a.id
      AND b.date BETWEEN a.date - $3::int AND a.date + $3::int
    WHERE a.owner_id = $1 AND ($2::text IS NULL OR a.account_id = $2) AND a.trade_id IS NULL AND b.trade_id IS NULL
      AND NOT (a.status = 'reconciled' AND b.status = 'reconciled')
      AND (a.fitid IS NULL OR b.fitid IS NULL OR starts_with(a.fitid, '~') <> starts_with(b.fitid, '~'))
      AND (a.transfer_id IS NULL OR b.transfer_id IS NULL)
    ORDER BY a.date DESC, a.id DESC, b.id LIMIT ${mostPairs}`;
  return executeSql(em, sql, [ownerOf(ctx), accountId, windowDays]);
}
