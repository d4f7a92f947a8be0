import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { budgetNotFound } from "../accounting.errors.ts";

export interface BudgetRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  name: string;
  createdAt: string;
  updatedAt: string;
}

export interface BudgetLineRow {
  budgetId: string;
  accountId: string;
  month: string;
  ownerId: string;
  ledgerId: string;
  amount: number;
}

export const budgetTables = plainRows<{
  accounting_budgets: BudgetRow;
  accounting_budget_lines: BudgetLineRow;
}>();

/** A budget of the account. `lock` locks it until the transaction ends. Throws NOT_FOUND. */
export async function requireBudget(
  em: EntityManager,
  ctx: HubContext,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<BudgetRow> {
  const ownerId = ctx.principal.ownerId ?? "";
  const found = await budgetTables.findOwn(em, "accounting_budgets", { ownerId, id, lock });
  if (!found) throw budgetNotFound();
  return found;
}

/** Planned amounts by account in the months of a range of days, in minor units. */
export async function plannedIn(
  em: EntityManager,
  budgetId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const sql = `SELECT account_id AS id, sum(amount)::float8 AS amount FROM accounting_budget_lines
    WHERE budget_id = $1 AND month BETWEEN $2 AND $3 GROUP BY account_id`;
  const rows = await executeSql<{ id: string; amount: number }>(em, sql, [budgetId, from, to]);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

export interface BudgetSums {
  budgetId: string;
  currency: string;
  firstMonth: string | null;
  lastMonth: string | null;
  income: number;
  expenses: number;
}

/** Currency, months and totals of budgets. */
export function sumsOfBudgets(em: EntityManager, ids: readonly string[]): Promise<BudgetSums[]> {
  const sumOf = (type: string) => `coalesce(sum(l.amount) FILTER (WHERE a.type = '${type}'), 0)::float8`;
  const sql = `SELECT b.id AS "budgetId", g.currency, min(l.month)::text AS "firstMonth", max(l.month)::text AS "lastMonth",
      ${sumOf("income")} AS income, ${sumOf("expense")} AS expenses
    FROM accounting_budgets b
    JOIN accounting_ledgers g ON g.id = b.ledger_id
    LEFT JOIN accounting_budget_lines l ON l.budget_id = b.id
    LEFT JOIN accounting_accounts a ON a.id = l.account_id
    WHERE b.id = ANY ($1) GROUP BY b.id, g.currency`;
  return executeSql(em, sql, [ids]);
}

export interface ShownLineRow {
  accountId: string;
  code: string;
  name: string;
  month: string;
  amount: number;
}

/** Lines by code of the account and by month. */
export function linesOfBudget(em: EntityManager, budgetId: string): Promise<ShownLineRow[]> {
  const sql = `SELECT l.account_id AS "accountId", a.code, a.name, l.month::text, l.amount::float8
    FROM accounting_budget_lines l JOIN accounting_accounts a ON a.id = l.account_id
    WHERE l.budget_id = $1 ORDER BY a.code, l.account_id, l.month`;
  return executeSql(em, sql, [budgetId]);
}

/** Removes the lines of these accounts and months. */
export async function removeLines(
  em: EntityManager,
  budgetId: string,
  places: readonly { accountId: string; month: string }[],
): Promise<void> {
  const sql = `DELETE FROM accounting_budget_lines l USING unnest($2::text[], $3::date[]) AS p (account_id, month)
    WHERE l.budget_id = $1 AND l.account_id = p.account_id AND l.month = p.month`;
  const [accountIds, months] = [places.map((one) => one.accountId), places.map((one) => one.month)];
  await executeSql(em, sql, [budgetId, accountIds, months]);
}

export async function countLines(em: EntityManager, budgetId: string): Promise<number> {
  const sql = "SELECT count(*)::int AS count FROM accounting_budget_lines WHERE budget_id = $1";
  return (await executeSql<{ count: number }>(em, sql, [budgetId]))[0]!.count;
}

export async function deleteBudgetRows(em: EntityManager, budgetId: string): Promise<void> {
  await executeSql(em, "DELETE FROM accounting_budget_lines WHERE budget_id = $1", [budgetId]);
  await executeSql(em, "DELETE FROM accounting_budgets WHERE id = $1", [budgetId]);
}
