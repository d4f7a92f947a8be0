import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { spendingKinds } from "../accounts/account-kinds.ts";
import type { AccountKind, CategoryKind } from "../finance-tables.ts";

/** IDs of transactions that a figure names. */
const maxSourceIds = 10;

const keys = {
  category: "category_id",
  payee: "payee_id",
  account: "account_id",
  month: "to_char(date, 'YYYY-MM')",
  categoryAndMonth: "category_id || ' ' || to_char(date, 'YYYY-MM')",
  total: "NULL",
} as const;
export type FlowKey = keyof typeof keys;

export interface FlowGroupQuery {
  ownerId: string;
  from: string;
  to: string;
  by: FlowKey;
  /** Only income or only spending. */
  kind?: CategoryKind;
  /** Only of this category. */
  categoryId?: string | null;
  /** Only the largest groups of each currency and kind. */
  largest?: number;
}

/** Income or spending of one group in one currency. */
export interface FlowGroup {
  /** ID or month; null for none. */
  key: string | null;
  kind: CategoryKind;
  currency: string;
  /** Minor units: income as it came in, spending as it went out. Refunds lower it. */
  amount: number;
  /** Of all groups in this currency and kind, also of those that are not among the largest. */
  total: number;
  transactionCount: number;
  /** The largest transactions. */
  transactionIds: string[];
}

/** A part counts as its category says, or by its sign when it has none. Transfers, trades and other accounts are left out. */
const flowParts = `SELECT p.*, coalesce(c.kind, CASE WHEN p.amount > 0 THEN 'income' ELSE 'expense' END) AS kind
  FROM finance_parts AS p LEFT JOIN finance_categories AS c ON c.id = p.category_id
  WHERE p.owner_id = $1 AND p.date BETWEEN $2 AND $3 AND p.transfer_id IS NULL AND p.trade_id IS NULL
    AND p.account_kind = ANY ($4) AND ($5::text IS NULL OR p.category_id = $5)`;

/** Income and spending by group, kind and currency, largest first. Each currency is a group of its own. */
export async function flowGroupsOf(em: EntityManager, query: FlowGroupQuery): Promise<FlowGroup[]> {
  const { ownerId, from, to, by, kind = null, categoryId = null, largest = null } = query;
  const sql = `WITH parts AS (${flowParts}), groups AS (
      SELECT ${keys[by]} AS key, kind, currency,
        sum(CASE kind WHEN 'income' THEN amount ELSE -amount END)::float8 AS amount,
        count(DISTINCT id COLLATE "C")::int AS count, array_agg(id ORDER BY abs(amount) DESC, id COLLATE "C") AS ids
      FROM parts WHERE $6::text IS NULL OR kind = $6 GROUP BY 1, 2, 3),
    ranked AS (SELECT *, sum(amount) OVER (PARTITION BY currency, kind) AS total, row_number() OVER (PARTITION BY currency, kind ORDER BY amount DESC, key) AS rank FROM groups)
    SELECT key, kind, currency, amount, total, count AS "transactionCount", to_jsonb(ids[1:${2 * maxSourceIds}]) AS "transactionIds"
    FROM ranked WHERE $7::int IS NULL OR rank <= $7 ORDER BY currency, amount DESC, kind, key`;
  const values = [ownerId, from, to, spendingKinds, categoryId, kind, largest];
  const found = await executeSql<FlowGroup>(em, sql, values);
  // Two parts of a split may count to the same group.
  return found.map((group) => ({
    ...group,
    transactionIds: [...new Set(group.transactionIds)].slice(0, maxSourceIds),
  }));
}

/** The first day with a transaction in each currency. */
export async function firstDaysOf(em: EntityManager, ownerId: string): Promise<Map<string, string>> {
  const sql = `SELECT a.currency, min(t.date)::text AS day FROM finance_transactions AS t
    JOIN finance_accounts AS a ON a.id = t.account_id WHERE t.owner_id = $1 GROUP BY a.currency`;
  const found = await executeSql<{ currency: string; day: string }>(em, sql, [ownerId]);
  return new Map(found.map(({ currency, day }) => [currency, day]));
}

/** Balances at the end of a day, in minor units by currency: of all accounts, or of open ones of these kinds. */
export async function balancesByCurrency(
  em: EntityManager,
  ownerId: string,
  { day, openKinds = null }: { day: string; openKinds?: readonly AccountKind[] | null },
): Promise<Map<string, number>> {
  const sql = `SELECT a.currency, (sum(CASE WHEN a.opened_on <= $2 THEN a.opening_balance ELSE 0 END)
      + coalesce(sum(m.amount), 0))::float8 AS balance
    FROM finance_accounts AS a LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM finance_transactions
      WHERE owner_id = $1 AND date <= $2 GROUP BY account_id) AS m ON m.account_id = a.id
    WHERE a.owner_id = $1 AND ($3::text[] IS NULL OR (a.kind = ANY ($3) AND a.status = 'open')) GROUP BY a.currency`;
  const found = await executeSql<{ currency: string; balance: number }>(em, sql, [ownerId, day, openKinds]);
  return new Map(found.map(({ currency, balance }) => [currency, balance]));
}
