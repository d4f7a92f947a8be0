import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as changes from "./change-payees.service.ts";
import * as types from "./payees.types.ts";
import { listPayees, readPayee } from "./read-payees.service.ts";

@Resolver()
export class FinancePayeesResolver {
  @Query(() => types.FinancePayeePage, { description: "Lists payees with their totals, newest first." })
  financePayees(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinancePayeesArgs) args: types.FinancePayeesArgs,
  ): Promise<types.FinancePayeePage> {
    return listPayees(ctx, args);
  }

  @Query(() => types.FinancePayeeDetails, {
    description: "Returns a payee with its totals, averages, months and latest transactions.",
  })
  financePayee(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinancePayeeArgs) args: types.FinancePayeeArgs,
  ): Promise<types.FinancePayeeDetails> {
    return readPayee(ctx, args);
  }

  @Mutation(() => types.FinancePayee, {
    description: "Renames a payee on all its transactions, and keeps the former name for new ones.",
  })
  renamePayee(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RenamePayeeInput, { description: "Payee and its new name." })
    input: types.RenamePayeeInput,
  ): Promise<types.FinancePayee> {
    return changes.renamePayee(ctx, input);
  }

  @Mutation(() => types.FinancePayee, {
    description: "Merges variants of a payee into one, with their transactions and names.",
  })
  mergePayees(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MergePayeesInput, { description: "Payees to merge and the one that remains." })
    input: types.MergePayeesInput,
  ): Promise<types.FinancePayee> {
    return changes.mergePayees(ctx, input);
  }

  @Mutation(() => types.FinancePayee, {
    description: "Sets the category for new transactions of a payee. Rules come first.",
  })
  setPayeeDefaultCategory(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SetPayeeDefaultCategoryInput, { description: "Payee and its category." })
    input: types.SetPayeeDefaultCategoryInput,
  ): Promise<types.FinancePayee> {
    return changes.setPayeeDefaultCategory(ctx, input);
  }
}
