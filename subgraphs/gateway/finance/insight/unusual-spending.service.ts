import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { spendingKinds } from "../accounts/account-kinds.ts";
import { toShown } from "../amounts.ts";
import type { FinanceContext } from "../finance.context.ts";
import { assertPeriod } from "../reports/cash-flow.service.ts";
import {
  leastHistory,
  scoreOf,
  sensitivities,
  type Basis,
  type SpendingHistory,
} from "./unusual-spending.ts";
import type * as types from "./unusual-spending.types.ts";

/** Days before the period that belong to the history. */
const historyDays = 365;
const maxFound = 100;

interface Candidate extends SpendingHistory {
  id: string;
  amount: number;
  basis: Basis;
}

interface Found extends Candidate {
  score: number;
}

interface Details {
  id: string;
  date: string;
  payee: string;
  categoryId: string | null;
  currency: string;
}

/**
 * Spending of a period that is far above the history of its payee or, where that is short, of its category. The history is
 * the period and the year before. Throws VALIDATION_ERROR for the period.
 */
export function detectUnusualSpending(
  ctx: FinanceContext,
  args: types.UnusualSpendingArgs,
): Promise<types.UnusualSpending> {
  const { from, to } = args;
  assertPeriod(args);
  const read = async (em: EntityManager) => ({ from, to, transactions: await unusualOf(em, ctx, args) });
  return inTransaction(ctx, read, { readOnly: true });
}

/** Unusual spending, the highest score first. */
export async function unusualOf(
  em: EntityManager,
  ctx: FinanceContext,
  { from, to, sensitivity }: types.UnusualSpendingArgs,
): Promise<types.UnusualTransaction[]> {
  const found = (await candidatesOf(em, ctx, { from, to }))
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.amount, candidate) }))
    .filter(({ score }) => score >= sensitivities[sensitivity])
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, maxFound);
  const sql = `SELECT t.id, t.date::text, p.name AS payee, t.category_id AS "categoryId", a.currency
    FROM finance_transactions AS t JOIN finance_payees AS p ON p.id = t.payee_id
    JOIN finance_accounts AS a ON a.id = t.account_id WHERE t.id = ANY ($1)`;
  const ids = found.map(({ id }) => id);
  const details = new Map((await executeSql<Details>(em, sql, [ids])).map((one) => [one.id, one]));
  return found.map((one) => present(one, details.get(one.id)!));
}

/**
 * Spending of the period above the upper quartile of its history. Groups carry their own candidates: without statistics,
 * such as after a large import, a join of transactions with their groups would compare every pair.
 */
function candidatesOf(
  em: EntityManager,
  ctx: FinanceContext,
  { from, to }: { from: string; to: string },
): Promise<Candidate[]> {
  const groupsOf = (basis: Basis, only: string) => `SELECT '${basis}' AS basis, count(*)::int AS count,
      percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY amount) AS quartiles,
      array_agg(id ORDER BY amount, id) FILTER (WHERE date >= $4 AND ${only}) AS ids,
      array_agg(amount ORDER BY amount, id) FILTER (WHERE date >= $4 AND ${only}) AS amounts
    FROM spent WHERE ${basis}_id IS NOT NULL GROUP BY ${basis}_id, currency
    HAVING count(*) >= ${leastHistory[basis]}`;
  const sql = `WITH spent AS (
      SELECT t.id, t.date, (-t.amount)::float8 AS amount, t.payee_id, t.category_id, a.currency,
        count(*) OVER (PARTITION BY t.payee_id, a.currency) AS of_payee
      FROM finance_transactions AS t JOIN finance_accounts AS a ON a.id = t.account_id
      WHERE t.owner_id = $1 AND t.date BETWEEN $2 AND $3 AND t.amount < 0 AND t.transfer_id IS NULL
        AND t.trade_id IS NULL AND a.kind = ANY ($5)),
    groups AS (${groupsOf("payee", "true")} UNION ALL ${groupsOf("category", `of_payee < ${leastHistory.payee}`)})
    SELECT c.id, c.amount, g.basis, g.count, g.quartiles[1] AS lower, g.quartiles[2] AS median, g.quartiles[3] AS upper
    FROM groups AS g CROSS JOIN LATERAL unnest(g.ids, g.amounts) AS c (id, amount) WHERE c.amount > g.quartiles[3]`;
  const values = [ownerOf(ctx), addDays(from, -historyDays), to, from, spendingKinds];
  return executeSql<Candidate>(em, sql, values);
}

function present(found: Found, details: Details): types.UnusualTransaction {
  const { amount, basis, count, median, score } = found;
  const { id: transactionId, currency, ...more } = details;
  const shown = (minor: number) => toShown(Math.round(minor), currency);
  const times = Math.round((amount / Math.max(1, median)) * 10) / 10;
  const where = basis === "payee" ? "at this payee" : "in this category";
  return {
    transactionId,
    ...more,
    currency,
    amount: shown(amount),
    usual: shown(median),
    basis,
    historyCount: count,
    score,
    why: `${times} times the median of ${shown(median)} ${currency} ${where} (${count} payments).`,
  };
}
