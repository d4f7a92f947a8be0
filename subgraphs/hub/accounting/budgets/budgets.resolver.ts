import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import * as types from "./budget.types.ts";
import * as budgets from "./budgets.service.ts";

@Resolver()
export class LedgerBudgetsResolver {
  @Query(() => types.LedgerBudgetPage, { description: "Lists the budgets of the books, newest first." })
  ledgerBudgets(
    @Ctx() ctx: HubContext,
    @Args(() => types.LedgerBudgetsArgs) args: types.LedgerBudgetsArgs,
  ): Promise<types.LedgerBudgetPage> {
    return budgets.listLedgerBudgets(ctx, args);
  }

  @Query(() => types.LedgerBudgetDetail, { description: "Returns a budget of the books with its lines." })
  ledgerBudget(
    @Ctx() ctx: HubContext,
    @Arg("budgetId", () => ID, { description: "ID of the budget." }) budgetId: string,
  ): Promise<types.LedgerBudgetDetail> {
    return budgets.readLedgerBudget(ctx, budgetId);
  }

  @Mutation(() => types.LedgerBudgetDetail, {
    description: "Creates a budget of the books, by ledger account and month.",
  })
  createLedgerBudget(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateLedgerBudgetInput, { description: "Budget to create." })
    input: types.CreateLedgerBudgetInput,
  ): Promise<types.LedgerBudgetDetail> {
    return budgets.createLedgerBudget(ctx, input);
  }

  @Mutation(() => types.LedgerBudgetDetail, {
    description: "Renames a budget of the books, or sets lines of it.",
  })
  updateLedgerBudget(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateLedgerBudgetInput, { description: "Budget, and what changes." })
    input: types.UpdateLedgerBudgetInput,
  ): Promise<types.LedgerBudgetDetail> {
    return budgets.updateLedgerBudget(ctx, input);
  }

  @Mutation(() => types.DeletedLedgerBudget, { description: "Deletes a budget of the books." })
  deleteLedgerBudget(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.DeleteLedgerBudgetInput, { description: "Budget to delete." })
    input: types.DeleteLedgerBudgetInput,
  ): Promise<types.DeletedLedgerBudget> {
    return budgets.deleteLedgerBudget(ctx, input);
  }
}
