import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { spendingKinds } from "../accounts/account-kinds.ts";
import { findOwn } from "../finance.rows.ts";
import type { BudgetRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { BudgetFacts, Rollover } from "./envelopes.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** One of the caller's budgets. Throws NOT_FOUND. */
export async function budgetOf(
  em: EntityManager,
  ctx: FinanceContext,
  id: string,
  lock = false,
): Promise<BudgetRow> {
  const budget = await findOwn(em, "finance_budgets", { ownerId: ownerOf(ctx), id, lock });
  if (!budget) throw notFound("budget");
  return budget;
}

/** Categories of a budget, in the order of their ids. */
export async function categoryIdsOf(em: EntityManager, budgetId: string): Promise<string[]> {
  const sql =
    "SELECT category_id AS id FROM finance_budget_categories WHERE budget_id = $1 ORDER BY category_id";
  return (await executeSql<{ id: string }>(em, sql, [budgetId])).map(({ id }) => id);
}

interface MonthAmount {
  categoryId: string | null;
  month: string;
  amount: number;
}

/** All that a budget's months up to this one follow from. */
export async function factsOf(em: EntityManager, budget: BudgetRow, month: string): Promise<BudgetFacts> {
  const { id, method, firstMonth } = budget;
  const amounts = await executeSql<MonthAmount>(
    em,
    `SELECT category_id AS "categoryId", month, amount::float8 FROM finance_budget_amounts
      WHERE budget_id = $1 AND month <= $2
    UNION ALL SELECT NULL, month, amount::float8 FROM finance_budget_holds WHERE budget_id = $1 AND month <= $2`,
    [id, month],
  );
  const rollovers = await executeSql<{ categoryId: string; fromMonth: string; mode: Rollover }>(
    em,
    `SELECT category_id AS "categoryId", from_month AS "fromMonth", mode FROM finance_budget_rollovers
      WHERE budget_id = $1 ORDER BY from_month`,
    [id],
  );
  const given = indexOf(amounts);
  const moved = indexOf(await activityOf(em, budget, month));
  return {
    method,
    firstMonth,
    categoryIds: await categoryIdsOf(em, id),
    amountOf: (categoryId, of) => given.get(`${categoryId} ${of}`) ?? 0,
    activityOf: (categoryId, of) => moved.get(`${categoryId} ${of}`) ?? 0,
    incomeOf: (of) => moved.get(`null ${of}`) ?? 0,
    heldIn: (of) => given.get(`null ${of}`) ?? 0,
    rolloverOf: (categoryId, of) =>
      rollovers.findLast((one) => one.categoryId === categoryId && one.fromMonth <= of)?.mode ?? "reset",
  };
}

/** Inflow and outflow by category and month, in accounts of the budget's currency; income has no category. */
function activityOf(
  em: EntityManager,
  { ownerId, currency, firstMonth }: BudgetRow,
  month: string,
): Promise<MonthAmount[]> {
  const from = firstMonth < month ? firstMonth : month;
  const sql = `SELECT CASE c.kind WHEN 'expense' THEN c.id END AS "categoryId", to_char(p.date, 'YYYY-MM') AS month,
      sum(p.amount)::float8 AS amount
    FROM finance_parts AS p JOIN finance_categories AS c ON c.id = p.category_id
    WHERE p.owner_id = $1 AND p.currency = $2 AND p.account_kind = ANY ($3) AND p.transfer_id IS NULL
      AND p.trade_id IS NULL AND p.date >= ($4 || '-01')::date AND p.date < ($5 || '-01')::date + interval '1 month'
    GROUP BY 1, 2`;
  return executeSql<MonthAmount>(em, sql, [ownerId, currency, spendingKinds, from, month]);
}

function indexOf(amounts: readonly MonthAmount[]): Map<string, number> {
  return new Map(amounts.map(({ categoryId, month, amount }) => [`${categoryId} ${month}`, amount]));
}
