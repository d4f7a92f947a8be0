import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import type { BudgetRow } from "../finance-tables.ts";
import { percentOf } from "../reports/cash-flow.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { budgetOf, categoryIdsOf, factsOf } from "./budget-facts.service.ts";
import type * as types from "./budget.types.ts";
import { presentBudget, writeAmount } from "./budgets.service.ts";
import { budgetMonth, type CategoryMonth } from "./envelopes.ts";
import { projectedSpending } from "./pace.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";

const longestMonths = 600;

/** A month of a budget. Throws NOT_FOUND, and VALIDATION_ERROR for a month before its first. */
export function readBudgetMonth(
  ctx: FinanceContext,
  args: types.BudgetMonthArgs,
): Promise<types.BudgetMonth> {
  const read = async (em: EntityManager) => monthOf(em, await budgetOf(em, ctx, args.budgetId), args.month);
  return inTransaction(ctx, read, { readOnly: true });
}

/** How far each category has come, and where its pace leads. Throws as `readBudgetMonth`. */
export function readBudgetProgress(
  ctx: FinanceContext,
  { budgetId, month }: types.BudgetMonthArgs,
): Promise<types.BudgetProgress> {
  const read = async (em: EntityManager) => {
    const budget = await budgetOf(em, ctx, budgetId);
    assertMonth(budget, month);
    const { today } = await daysOf(em, ctx);
    const { categories } = budgetMonth(await factsOf(em, budget, month), month);
    const shown = (minor: number) => toShown(minor, budget.currency);
    return {
      budgetId,
      month,
      categories: categories.map(({ categoryId, activity, budgeted }) => {
        const spent = negated(activity);
        return {
          categoryId,
          spent: shown(spent),
          budgeted: shown(budgeted),
          percent: percentOf(spent, budgeted),
          projected: shown(projectedSpending(spent, month, today)),
        };
      }),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Sets what a category gets in a month. Throws NOT_FOUND, VALIDATION_ERROR and AMOUNT_PRECISION. */
export function setBudgetAmount(
  ctx: FinanceContext,
  input: types.SetBudgetAmountInput,
): Promise<types.BudgetMonth> {
  const { budgetId, month, categoryId } = input;
  return changeOnce(ctx, { operation: "setBudgetAmount", input }, async (em) => {
    const budget = await lockWith(em, ctx, budgetId, [categoryId], month);
    await writeAmount(em, budget, { categoryId, month, amount: toStored(input.amount, budget.currency) });
    return monthOf(em, budget, month);
  });
}

/**
 * Moves money of a month from one category to another. Throws NOT_FOUND, VALIDATION_ERROR, and BUSINESS_RULE
 * (`not_enough_in_category`) where the first one has less.
 */
export function moveBudgetMoney(
  ctx: FinanceContext,
  input: types.MoveBudgetMoneyInput,
): Promise<types.BudgetMonth> {
  const { budgetId, month, fromCategoryId, toCategoryId } = input;
  if (fromCategoryId === toCategoryId)
    throw badInput("toCategoryId", "must differ from fromCategoryId", "different");
  return changeOnce(ctx, { operation: "moveBudgetMoney", input }, async (em) => {
    const budget = await lockWith(em, ctx, budgetId, [fromCategoryId, toCategoryId], month);
    const amount = toStored(input.amount, budget.currency);
    const { categories } = budgetMonth(await factsOf(em, budget, month), month);
    const of = (id: string) => categories.find(({ categoryId }) => categoryId === id)!;
    await moveMoney(em, budget, { month, from: of(fromCategoryId), to: of(toCategoryId), amount });
    return monthOf(em, budget, month);
  });
}

/** Moves money of a month in a locked budget. Throws BUSINESS_RULE (`not_enough_in_category`). */
export async function moveMoney(
  em: EntityManager,
  budget: BudgetRow,
  { month, from, to, amount }: { month: string; from: CategoryMonth; to: CategoryMonth; amount: number },
): Promise<void> {
  if (from.balance < amount) {
    const balance = toShown(from.balance, budget.currency);
    throw businessRule("not_enough_in_category", `Not enough money in the category (${balance} available).`, {
      balance,
    });
  }
  await writeAmount(em, budget, { categoryId: from.categoryId, month, amount: from.budgeted - amount });
  await writeAmount(em, budget, { categoryId: to.categoryId, month, amount: to.budgeted + amount });
}

/** Sets how overspending of a category carries over, from a month on. Throws NOT_FOUND and VALIDATION_ERROR. */
export function setCategoryRollover(
  ctx: FinanceContext,
  input: types.SetCategoryRolloverInput,
): Promise<types.Budget> {
  return changeOnce(ctx, { operation: "setCategoryRollover", input }, async (em) => {
    const month = input.fromMonth ?? (await daysOf(em, ctx)).today.slice(0, 7);
    const budget = await lockWith(em, ctx, input.budgetId, [input.categoryId], month);
    const sql = `INSERT INTO finance_budget_rollovers (budget_id, category_id, from_month, owner_id, mode)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT (budget_id, category_id, from_month) DO UPDATE SET mode = excluded.mode`;
    await executeSql(em, sql, [budget.id, input.categoryId, month, budget.ownerId, input.mode]);
    return presentBudget(budget, await categoryIdsOf(em, budget.id));
  });
}

/** Keeps income of a month for the next. Throws NOT_FOUND, VALIDATION_ERROR and AMOUNT_PRECISION. */
export function holdForNextMonth(
  ctx: FinanceContext,
  input: types.HoldForNextMonthInput,
): Promise<types.BudgetMonth> {
  return changeOnce(ctx, { operation: "holdForNextMonth", input }, async (em) => {
    const budget = await lockWith(em, ctx, input.budgetId, [], input.month);
    const sql = `INSERT INTO finance_budget_holds (budget_id, month, owner_id, amount) VALUES ($1, $2, $3, $4)
      ON CONFLICT (budget_id, month) DO UPDATE SET amount = excluded.amount`;
    const amount = toStored(input.amount, budget.currency);
    await executeSql(em, sql, [budget.id, input.month, budget.ownerId, amount]);
    return monthOf(em, budget, input.month);
  });
}

/** Locks a budget against concurrent changes, and checks its categories and month. */
export async function lockWith(
  em: EntityManager,
  ctx: FinanceContext,
  budgetId: string,
  wanted: readonly string[],
  month: string,
): Promise<BudgetRow> {
  const budget = await budgetOf(em, ctx, budgetId, true);
  const there = await categoryIdsOf(em, budgetId);
  if (!wanted.every((id) => there.includes(id))) throw notFound("category in the budget");
  assertMonth(budget, month);
  return budget;
}

/** Throws VALIDATION_ERROR for a month outside the budget; `path` is the argument that names it. */
export function assertMonth({ firstMonth }: BudgetRow, month: string, path = "month"): void {
  if (month < firstMonth) throw badInput(path, `must be ${firstMonth} or later`, "minimum");
  const [year, number] = month.split("-").map(Number) as [number, number];
  const [firstYear, firstNumber] = firstMonth.split("-").map(Number) as [number, number];
  if ((year - firstYear) * 12 + number - firstNumber > longestMonths)
    throw badInput(path, "must be at most 50 years after the budget's first month", "maximum");
}

export async function monthOf(
  em: EntityManager,
  budget: BudgetRow,
  month: string,
): Promise<types.BudgetMonth> {
  assertMonth(budget, month);
  const found = budgetMonth(await factsOf(em, budget, month), month);
  const shown = (minor: number) => toShown(minor, budget.currency);
  return {
    budgetId: budget.id,
    month,
    currency: budget.currency,
    income: shown(found.income),
    budgeted: shown(found.budgeted),
    held: shown(found.held),
    toBudget: shown(found.toBudget),
    categories: found.categories.map(({ categoryId, carried, budgeted, activity, balance }) => ({
      categoryId,
      carried: shown(carried),
      budgeted: shown(budgeted),
      spent: shown(negated(activity)),
      balance: shown(balance),
    })),
  };
}

/** Zero has no sign. */
function negated(amount: number): number {
  return amount === 0 ? 0 : -amount;
}
