import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { versionConflict } from "../../base/gateway.errors.ts";
import { badInput } from "../finance.errors.ts";
import { updateRow } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { budgetOf, categoryIdsOf, factsOf } from "./budget-facts.service.ts";
import { assertMonth, lockWith, monthOf, moveMoney } from "./budget-months.service.ts";
import type * as changes from "./budget-changes.types.ts";
import type * as types from "./budget.types.ts";
import { addCategories, presentBudget, spendingCategories } from "./budgets.service.ts";
import { budgetMonth } from "./envelopes.ts";

/** One of the caller's budgets. Throws NOT_FOUND. */
export function readBudget(ctx: FinanceContext, { budgetId }: changes.BudgetArgs): Promise<types.Budget> {
  const read = async (em: EntityManager) =>
    presentBudget(await budgetOf(em, ctx, budgetId), await categoryIdsOf(em, budgetId));
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes a budget. Amounts and rollovers of categories that are left out are deleted. Throws NOT_FOUND, VERSION_CONFLICT,
 * and VALIDATION_ERROR for a category of income.
 */
export function updateBudget(ctx: FinanceContext, input: changes.UpdateBudgetInput): Promise<types.Budget> {
  return changeOnce(ctx, { operation: "updateBudget", input }, async (em) => {
    const before = await budgetOf(em, ctx, input.budgetId, true);
    const { version, categoryIds } = input;
    if (typeof version === "number" && version !== before.version) throw versionConflict(before.version);
    if (categoryIds) await replaceCategories(em, ctx, before.id, categoryIds);
    const after = {
      name: input.name?.trim() ?? before.name,
      method: input.method ?? before.method,
      version: before.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "finance_budgets", before.id, after);
    return presentBudget({ ...before, ...after }, await categoryIdsOf(em, before.id));
  });
}

/** Those that are in the budget may be archived meanwhile; new ones may not. */
async function replaceCategories(
  em: EntityManager,
  ctx: FinanceContext,
  budgetId: string,
  wanted: readonly string[],
): Promise<void> {
  const there = await categoryIdsOf(em, budgetId);
  const added = wanted.filter((id) => !there.includes(id));
  await spendingCategories(em, ctx, wanted, added);
  const gone = there.filter((id) => !wanted.includes(id));
  for (const table of ["finance_budget_amounts", "finance_budget_rollovers", "finance_budget_categories"])
    await executeSql(em, `DELETE FROM ${table} WHERE budget_id = $1 AND category_id = ANY ($2)`, [
      budgetId,
      gone,
    ]);
  await addCategories(em, ctx, budgetId, added);
}

/** Deletes a budget with its amounts; transactions and categories stay. Throws NOT_FOUND. */
export function deleteBudget(
  ctx: FinanceContext,
  input: changes.DeleteBudgetInput,
): Promise<changes.DeletedBudget> {
  return changeOnce(ctx, { operation: "deleteBudget", input }, async (em) => {
    const { id } = await budgetOf(em, ctx, input.budgetId, true);
    for (const table of [
      "finance_budget_holds",
      "finance_budget_amounts",
      "finance_budget_rollovers",
      "finance_budget_categories",
    ])
      await executeSql(em, `DELETE FROM ${table} WHERE budget_id = $1`, [id]);
    await executeSql(em, "DELETE FROM finance_budgets WHERE id = $1", [id]);
    return { deleted: true as const };
  });
}

/** Gives a month the amounts of another one: zero where that has none. Throws NOT_FOUND and VALIDATION_ERROR. */
export function copyBudgetMonth(
  ctx: FinanceContext,
  input: changes.CopyBudgetMonthInput,
): Promise<types.BudgetMonth> {
  const { budgetId, fromMonth, toMonth } = input;
  if (fromMonth === toMonth) throw badInput("toMonth", "must differ from fromMonth", "different");
  return changeOnce(ctx, { operation: "copyBudgetMonth", input }, async (em) => {
    const budget = await budgetOf(em, ctx, budgetId, true);
    assertMonth(budget, fromMonth, "fromMonth");
    assertMonth(budget, toMonth, "toMonth");
    const sql = `INSERT INTO finance_budget_amounts (budget_id, category_id, month, owner_id, amount)
      SELECT c.budget_id, c.category_id, $3, c.owner_id, coalesce(a.amount, 0) FROM finance_budget_categories AS c
      LEFT JOIN finance_budget_amounts AS a
        ON a.budget_id = c.budget_id AND a.category_id = c.category_id AND a.month = $2
      WHERE c.budget_id = $1
      ON CONFLICT (budget_id, category_id, month) DO UPDATE SET amount = excluded.amount`;
    await executeSql(em, sql, [budgetId, fromMonth, toMonth]);
    return monthOf(em, budget, toMonth);
  });
}

/**
 * Moves as much as an overspent category lacks from another one; nothing when it lacks nothing. Throws NOT_FOUND,
 * VALIDATION_ERROR, and BUSINESS_RULE (`not_enough_in_category`) where the other one has less.
 */
export function coverOverspending(
  ctx: FinanceContext,
  input: changes.CoverOverspendingInput,
): Promise<types.BudgetMonth> {
  const { budgetId, month, categoryId, fromCategoryId } = input;
  if (fromCategoryId === categoryId)
    throw badInput("fromCategoryId", "must differ from categoryId", "different");
  return changeOnce(ctx, { operation: "coverOverspending", input }, async (em) => {
    const budget = await lockWith(em, ctx, budgetId, [categoryId, fromCategoryId], month);
    const { categories } = budgetMonth(await factsOf(em, budget, month), month);
    const of = (id: string) => categories.find((one) => one.categoryId === id)!;
    const lacking = -of(categoryId).balance;
    if (lacking > 0)
      await moveMoney(em, budget, { month, from: of(fromCategoryId), to: of(categoryId), amount: lacking });
    return monthOf(em, budget, month);
  });
}
