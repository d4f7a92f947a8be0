import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as months from "./budget-months.service.ts";
import * as types from "./budget.types.ts";
import * as budgets from "./budgets.service.ts";
import * as goal from "./goal.types.ts";
import * as goals from "./goals.service.ts";

@Resolver()
export class FinanceBudgetsResolver {
  @Query(() => types.BudgetList, { description: "Budgets, newest first." })
  budgets(@Ctx() ctx: FinanceContext): Promise<types.BudgetList> {
    return budgets.listBudgets(ctx);
  }

  @Query(() => types.BudgetMonth, {
    description: "A month of a budget: what is left to budget, and each category with what it carried over.",
  })
  budgetMonth(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BudgetMonthArgs) args: types.BudgetMonthArgs,
  ): Promise<types.BudgetMonth> {
    return months.readBudgetMonth(ctx, args);
  }

  @Query(() => types.BudgetProgress, {
    description: "How far each category of a budget has come in a month, and where its pace leads.",
  })
  budgetProgress(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.BudgetMonthArgs) args: types.BudgetMonthArgs,
  ): Promise<types.BudgetProgress> {
    return months.readBudgetProgress(ctx, args);
  }

  @Query(() => goal.GoalList, { description: "Savings goals, newest first." })
  goals(
    @Ctx() ctx: FinanceContext,
    @Args(() => goal.GoalsArgs) args: goal.GoalsArgs,
  ): Promise<goal.GoalList> {
    return goals.listGoals(ctx, args);
  }

  @Mutation(() => types.Budget, {
    description: "Makes a monthly budget: envelopes that carry over, or amounts to compare with.",
  })
  createBudget(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.CreateBudgetInput) input: types.CreateBudgetInput,
  ): Promise<types.Budget> {
    return budgets.createBudget(ctx, input);
  }

  @Mutation(() => types.BudgetMonth, { description: "Sets what a category of a budget gets in a month." })
  setBudgetAmount(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetBudgetAmountInput) input: types.SetBudgetAmountInput,
  ): Promise<types.BudgetMonth> {
    return months.setBudgetAmount(ctx, input);
  }

  @Mutation(() => types.BudgetMonth, {
    description: "Moves money of a month from one category of a budget to another.",
  })
  moveBudgetMoney(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MoveBudgetMoneyInput) input: types.MoveBudgetMoneyInput,
  ): Promise<types.BudgetMonth> {
    return months.moveBudgetMoney(ctx, input);
  }

  @Mutation(() => types.Budget, {
    description: "Says how a category of a budget goes on after over-spending, from a month on.",
  })
  setCategoryRollover(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetCategoryRolloverInput) input: types.SetCategoryRolloverInput,
  ): Promise<types.Budget> {
    return months.setCategoryRollover(ctx, input);
  }

  @Mutation(() => types.BudgetMonth, { description: "Keeps income of a month for the next." })
  holdForNextMonth(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.HoldForNextMonthInput) input: types.HoldForNextMonthInput,
  ): Promise<types.BudgetMonth> {
    return months.holdForNextMonth(ctx, input);
  }

  @Mutation(() => goal.Goal, { description: "Sets a savings goal." })
  createGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => goal.CreateGoalInput) input: goal.CreateGoalInput,
  ): Promise<goal.Goal> {
    return goals.createGoal(ctx, input);
  }

  @Mutation(() => goal.Goal, { description: "Earmarks money of an account for a goal." })
  contributeToGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => goal.ContributeToGoalInput) input: goal.ContributeToGoalInput,
  ): Promise<goal.Goal> {
    return goals.contributeToGoal(ctx, input);
  }
}
