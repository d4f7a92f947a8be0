import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { BudgetRow } from "../finance-tables.ts";
import { categoriesOf } from "../transactions/categories.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { categoryIdsOf } from "./budget-facts.service.ts";
import type * as types from "./budget.types.ts";

/**
 * Makes a budget of spending categories, with the amounts of its first month. Throws NOT_FOUND for a category,
 * VALIDATION_ERROR for one of income or an amount of one that is not in it, INVALID_CURRENCY and AMOUNT_PRECISION.
 */
export function createBudget(ctx: FinanceContext, input: types.CreateBudgetInput): Promise<types.Budget> {
  return changeOnce(ctx, { operation: "createBudget", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const { today } = await daysOf(em, ctx);
    const row: BudgetRow = {
      id: newId("bud"),
      ownerId: ownerOf(ctx),
      name: input.name.trim(),
      period: "monthly",
      currency: parseCurrency(input.currency),
      method: input.method,
      firstMonth: input.firstMonth ?? today.slice(0, 7),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    const categoryIds = await wantedCategories(em, ctx, input);
    const amounts = (input.amounts ?? []).map(({ categoryId, amount }, index) => {
      if (!categoryIds.includes(categoryId))
        throw badInput(`amounts.${index}.categoryId`, "must be a category of the budget", "category");
      return { categoryId, amount: toStored(amount, row.currency) };
    });
    await insertAll(em, "finance_budgets", [row]);
    await addCategories(em, ctx, row.id, categoryIds);
    for (const { categoryId, amount } of amounts)
      await writeAmount(em, row, { categoryId, month: row.firstMonth, amount });
    return presentBudget(row, categoryIds);
  });
}

async function wantedCategories(
  em: EntityManager,
  ctx: FinanceContext,
  { categoryIds }: types.CreateBudgetInput,
): Promise<string[]> {
  if (!categoryIds) {
    const where = "owner_id = $1 AND kind = 'expense' AND status = 'active' ORDER BY id";
    return (await findRows(em, "finance_categories", where, [ownerOf(ctx)])).map(({ id }) => id);
  }
  await spendingCategories(em, ctx, categoryIds);
  return categoryIds;
}

/** Throws NOT_FOUND, and VALIDATION_ERROR for one of income among `categoryIds`; only `checked` ones are looked at. */
export async function spendingCategories(
  em: EntityManager,
  ctx: FinanceContext,
  categoryIds: readonly string[],
  checked = categoryIds,
): Promise<void> {
  const found = await categoriesOf(em, ctx, checked);
  const income = found.find(({ kind }) => kind === "income");
  if (income)
    throw badInput(`categoryIds.${categoryIds.indexOf(income.id)}`, "must be a spending category", "kind");
}

/** Puts categories into a budget. */
export async function addCategories(
  em: EntityManager,
  ctx: FinanceContext,
  budgetId: string,
  categoryIds: readonly string[],
): Promise<void> {
  const named =
    "INSERT INTO finance_budget_categories (budget_id, category_id, owner_id) SELECT $1, unnest($2::text[]), $3";
  await executeSql(em, named, [budgetId, categoryIds, ownerOf(ctx)]);
}

/** The caller's budgets, newest first. */
export function listBudgets(ctx: FinanceContext): Promise<types.BudgetList> {
  const read = async (em: EntityManager) => {
    const where = "owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200";
    const rows = await findRows(em, "finance_budgets", where, [ownerOf(ctx)]);
    const budgets: types.Budget[] = [];
    for (const row of rows) budgets.push(presentBudget(row, await categoryIdsOf(em, row.id)));
    return { budgets };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Writes what a category of the budget gets in a month. */
export async function writeAmount(
  em: EntityManager,
  budget: BudgetRow,
  { categoryId, month, amount }: { categoryId: string; month: string; amount: number },
): Promise<void> {
  const sql = `INSERT INTO finance_budget_amounts (budget_id, category_id, month, owner_id, amount)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (budget_id, category_id, month) DO UPDATE SET amount = excluded.amount`;
  await executeSql(em, sql, [budget.id, categoryId, month, budget.ownerId, amount]);
}

export function presentBudget(row: BudgetRow, categoryIds: string[]): types.Budget {
  const { id, name, period, currency, method, firstMonth, version } = row;
  return {
    id,
    name,
    period,
    currency,
    method,
    firstMonth,
    categoryIds,
    version,
    createdAt: new Date(row.createdAt),
  };
}
