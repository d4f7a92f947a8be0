import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { escapeLike } from "../../base/like.ts";
import { toShown } from "../amounts.ts";
import { findRows, pageRows } from "../finance.rows.ts";
import type { PayeeRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import type * as types from "./payees.types.ts";

/** The caller's payees, newest first, without names that were merged. Throws INVALID_CURSOR. */
export function listPayees(
  ctx: FinanceContext,
  { query, limit, after }: types.FinancePayeesArgs,
): Promise<types.FinancePayeePage> {
  const read = async (em: EntityManager) => {
    const text = query?.trim() ? `%${escapeLike(query.trim())}%` : null;
    const where = `merged_into IS NULL AND ($2::text IS NULL OR name ILIKE $2
      OR EXISTS (SELECT FROM finance_payees AS o WHERE o.merged_into = t.id AND o.name ILIKE $2))`;
    const list = ["finance payees", text] as const;
    const wanted = { where, values: [text], list, limit, after: after ?? null };
    const { rows, ...page } = await pageRows(em, ctx, "finance_payees", wanted);
    return { payees: await presentPayees(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A payee with its months and latest transactions. Throws NOT_FOUND. */
export function readPayee(
  ctx: FinanceContext,
  { payeeId }: types.FinancePayeeArgs,
): Promise<types.FinancePayeeDetails> {
  const read = async (em: EntityManager) => {
    const [row] = await findRows(em, "finance_payees", "owner_id = $1 AND id = $2 AND merged_into IS NULL", [
      ownerOf(ctx),
      payeeId,
    ]);
    if (!row) throw notFound("payee");
    const [payee] = await presentPayees(em, [row]);
    const latest = "owner_id = $1 AND payee_id = $2 ORDER BY date DESC, id DESC LIMIT 10";
    const recent = await findRows(em, "finance_entries", latest, [row.ownerId, row.id]);
    const months = await monthsOf(em, row);
    return Object.assign(payee!, { months, recentTransactions: recent.map(presentEntry) });
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A payee as it is shown. */
export async function presentPayee(em: EntityManager, row: PayeeRow): Promise<types.FinancePayee> {
  return (await presentPayees(em, [row]))[0]!;
}

interface Sums {
  id: string;
  currency: string;
  count: number;
  last: string;
  /** Of income and spending alone. */
  own: number;
  inflow: number;
  outflow: number;
}

async function presentPayees(em: EntityManager, rows: readonly PayeeRow[]): Promise<types.FinancePayee[]> {
  const ids = rows.map(({ id }) => id);
  const own = "t.transfer_id IS NULL AND t.trade_id IS NULL";
  const sums = await executeSql<Sums>(
    em,
    `SELECT t.payee_id AS id, a.currency, count(*)::int AS count, max(t.date)::text AS last,
      (count(*) FILTER (WHERE ${own}))::int AS own,
      coalesce(sum(t.amount) FILTER (WHERE ${own} AND t.amount > 0), 0)::float8 AS inflow,
      coalesce(-sum(t.amount) FILTER (WHERE ${own} AND t.amount < 0), 0)::float8 AS outflow
    FROM finance_transactions AS t JOIN finance_accounts AS a ON a.id = t.account_id
    WHERE t.payee_id = ANY ($1) GROUP BY t.payee_id, a.currency ORDER BY a.currency`,
    [ids],
  );
  const merged = await findRows(em, "finance_payees", "merged_into = ANY ($1) ORDER BY lower(name)", [ids]);
  return rows.map(({ id, name, defaultCategoryId, createdAt }) => {
    const found = sums.filter((one) => one.id === id);
    return {
      id,
      name,
      otherNames: merged.filter(({ mergedInto }) => mergedInto === id).map((one) => one.name),
      defaultCategoryId,
      transactionCount: found.reduce((count, one) => count + one.count, 0),
      lastDate:
        found
          .map(({ last }) => last)
          .sort()
          .at(-1) ?? null,
      totals: found.filter((one) => one.own > 0).map(presentTotal),
      createdAt: new Date(createdAt),
    };
  });
}

function presentTotal({ currency, own, inflow, outflow }: Sums): types.PayeeTotal {
  return {
    currency,
    inflow: toShown(inflow, currency),
    outflow: toShown(outflow, currency),
    average: toShown(multiplyHalfUp(inflow - outflow, 1, own), currency),
  };
}

async function monthsOf(em: EntityManager, { id }: PayeeRow): Promise<types.PayeeMonth[]> {
  const sql = `SELECT to_char(t.date, 'YYYY-MM') AS month, a.currency, sum(t.amount)::float8 AS amount, count(*)::int AS count
    FROM finance_transactions AS t JOIN finance_accounts AS a ON a.id = t.account_id
    WHERE t.payee_id = $1 AND t.transfer_id IS NULL AND t.trade_id IS NULL
    GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT 24`;
  const months = await executeSql<types.PayeeMonth>(em, sql, [id]);
  return months.map(({ month, currency, amount, count }) => ({
    month,
    currency,
    amount: toShown(amount, currency),
    count,
  }));
}
