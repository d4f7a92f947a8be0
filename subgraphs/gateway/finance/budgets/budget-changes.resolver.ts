import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as budgets from "./budget-changes.service.ts";
import * as types from "./budget-changes.types.ts";
import { Budget, BudgetMonth } from "./budget.types.ts";
import { suggestBudget } from "./suggest-budget.service.ts";

@Resolver()
export class FinanceBudgetChangesResolver {
  @Query(() => Budget, { description: "Returns a budget with its method and categories." })
  budget(@Ctx() ctx: FinanceContext, @Args(() => types.BudgetArgs) args: types.BudgetArgs): Promise<Budget> {
    return budgets.readBudget(ctx, args);
  }

  @Query(() => types.BudgetSuggestions, {
    description: "Suggests budget amounts by category from past spending. Excludes transfers and trades.",
  })
  budgetSuggestions(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BudgetSuggestionsArgs) args: types.BudgetSuggestionsArgs,
  ): Promise<types.BudgetSuggestions> {
    return suggestBudget(ctx, args);
  }

  @Mutation(() => Budget, { description: "Updates the name, method or categories of a budget." })
  updateBudget(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateBudgetInput, { description: "Fields of the budget to change." })
    input: types.UpdateBudgetInput,
  ): Promise<Budget> {
    return budgets.updateBudget(ctx, input);
  }

  @Mutation(() => types.DeletedBudget, {
    description: "Deletes a budget and its amounts. Categories and transactions stay.",
  })
  deleteBudget(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.DeleteBudgetInput, { description: "Budget to delete." })
    input: types.DeleteBudgetInput,
  ): Promise<types.DeletedBudget> {
    return budgets.deleteBudget(ctx, input);
  }

  @Mutation(() => BudgetMonth, {
    description: "Copies the budgeted amounts of one month to another, replacing its amounts.",
  })
  copyBudgetMonth(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CopyBudgetMonthInput, { description: "Budget and months of the copy." })
    input: types.CopyBudgetMonthInput,
  ): Promise<BudgetMonth> {
    return budgets.copyBudgetMonth(ctx, input);
  }

  @Mutation(() => BudgetMonth, {
    description: "Covers an overspent category by moving just enough money from another category.",
  })
  coverOverspending(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CoverOverspendingInput, { description: "Categories and month to cover." })
    input: types.CoverOverspendingInput,
  ): Promise<BudgetMonth> {
    return budgets.coverOverspending(ctx, input);
  }
}
