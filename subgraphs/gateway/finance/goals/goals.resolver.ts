import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as changes from "./goal-changes.service.ts";
import * as change from "./goal-changes.types.ts";
import { contributeToGoal, withdrawFromGoal } from "./goal-money.service.ts";
import * as goal from "./goal.types.ts";
import * as goals from "./goals.service.ts";

@Resolver()
export class FinanceGoalsResolver {
  @Query(() => goal.GoalList, { description: "Lists savings goals, newest first." })
  goals(
    @Ctx() ctx: FinanceContext,
    @Args(() => goal.GoalsArgs) args: goal.GoalsArgs,
  ): Promise<goal.GoalList> {
    return goals.listGoals(ctx, args);
  }

  @Query(() => change.GoalDetails, {
    description: "Returns a savings goal with its progress and contributions.",
  })
  goal(
    @Ctx() ctx: FinanceContext,
    @Args(() => change.GoalArgs) args: change.GoalArgs,
  ): Promise<change.GoalDetails> {
    return changes.readGoal(ctx, args);
  }

  @Query(() => change.GoalProjection, {
    description: "Projects when a savings goal is reached, and the monthly amount its date requires.",
  })
  goalProjection(
    @Ctx() ctx: FinanceContext,
    @Args(() => change.ProjectGoalArgs) args: change.ProjectGoalArgs,
  ): Promise<change.GoalProjection> {
    return changes.readProjection(ctx, args);
  }

  @Mutation(() => goal.Goal, { description: "Creates a savings goal." })
  createGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => goal.CreateGoalInput, { description: "Details of the goal to create." })
    input: goal.CreateGoalInput,
  ): Promise<goal.Goal> {
    return goals.createGoal(ctx, input);
  }

  @Mutation(() => goal.Goal, { description: "Updates the name, target, date or account of a savings goal." })
  updateGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => change.UpdateGoalInput, { description: "Fields of the goal to change." })
    input: change.UpdateGoalInput,
  ): Promise<goal.Goal> {
    return changes.updateGoal(ctx, input);
  }

  @Mutation(() => goal.Goal, {
    description: "Contributes money to a savings goal by earmarking it in the goal's account.",
  })
  contributeToGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => goal.ContributeToGoalInput, { description: "Goal and amount to earmark." })
    input: goal.ContributeToGoalInput,
  ): Promise<goal.Goal> {
    return contributeToGoal(ctx, input);
  }

  @Mutation(() => goal.Goal, {
    description: "Withdraws money from a savings goal; it is no longer earmarked in the account.",
  })
  withdrawFromGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => change.WithdrawFromGoalInput, { description: "Goal and amount to release." })
    input: change.WithdrawFromGoalInput,
  ): Promise<goal.Goal> {
    return withdrawFromGoal(ctx, input);
  }

  @Mutation(() => goal.Goal, {
    description: "Closes a savings goal as reached or dropped. It earmarks no money afterwards.",
  })
  closeGoal(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => change.CloseGoalInput, { description: "Goal and outcome." })
    input: change.CloseGoalInput,
  ): Promise<goal.Goal> {
    return changes.closeGoal(ctx, input);
  }
}
