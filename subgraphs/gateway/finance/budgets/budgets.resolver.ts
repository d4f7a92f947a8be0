import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as months from "./budget-months.service.ts";
import * as types from "./budget.types.ts";
import * as budgets from "./budgets.service.ts";

@Resolver()
export class FinanceBudgetsResolver {
  @Query(() => types.BudgetList, { description: "Lists budgets, newest first." })
  budgets(@Ctx() ctx: FinanceContext): Promise<types.BudgetList> {
    return budgets.listBudgets(ctx);
  }

  @Query(() => types.BudgetMonth, {
    description:
      "Returns a budget month: money left to budget, and carryover, spending and balance by category.",
  })
  budgetMonth(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BudgetMonthArgs) args: types.BudgetMonthArgs,
  ): Promise<types.BudgetMonth> {
    return months.readBudgetMonth(ctx, args);
  }

  @Query(() => types.BudgetProgress, {
    description: "Returns spending against budget by category, with a projection for the month.",
  })
  budgetProgress(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BudgetMonthArgs) args: types.BudgetMonthArgs,
  ): Promise<types.BudgetProgress> {
    return months.readBudgetProgress(ctx, args);
  }

  @Mutation(() => types.Budget, {
    description: "Creates a monthly budget: envelopes that carry over, or amounts to track against.",
  })
  createBudget(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateBudgetInput, { description: "Details of the budget to create." })
    input: types.CreateBudgetInput,
  ): Promise<types.Budget> {
    return budgets.createBudget(ctx, input);
  }

  @Mutation(() => types.BudgetMonth, { description: "Sets the amount budgeted for a category in a month." })
  setBudgetAmount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetBudgetAmountInput, { description: "Category, month and amount to budget." })
    input: types.SetBudgetAmountInput,
  ): Promise<types.BudgetMonth> {
    return months.setBudgetAmount(ctx, input);
  }

  @Mutation(() => types.BudgetMonth, { description: "Moves budgeted money from one category to another." })
  moveBudgetMoney(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MoveBudgetMoneyInput, {
      description: "Categories, month and amount of the move.",
    })
    input: types.MoveBudgetMoneyInput,
  ): Promise<types.BudgetMonth> {
    return months.moveBudgetMoney(ctx, input);
  }

  @Mutation(() => types.Budget, {
    description: "Sets how overspending in a category carries over to the next month.",
  })
  setCategoryRollover(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetCategoryRolloverInput, {
      description: "Category, mode and first month of the setting.",
    })
    input: types.SetCategoryRolloverInput,
  ): Promise<types.Budget> {
    return months.setCategoryRollover(ctx, input);
  }

  @Mutation(() => types.BudgetMonth, { description: "Holds income of a month for the next month." })
  holdForNextMonth(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.HoldForNextMonthInput, { description: "Month and amount to hold." })
    input: types.HoldForNextMonthInput,
  ): Promise<types.BudgetMonth> {
    return months.holdForNextMonth(ctx, input);
  }
}
