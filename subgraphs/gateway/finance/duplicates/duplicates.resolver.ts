import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { FinanceTransaction } from "../transactions/transaction.types.ts";
import * as types from "./duplicates.types.ts";
import { findDuplicates } from "./find-duplicates.service.ts";
import { mergeDuplicates } from "./merge-duplicates.service.ts";

@Resolver()
export class FinanceDuplicatesResolver {
  @Query(() => types.DuplicateTransactions, {
    description: "Finds transactions that are probably duplicates: equal amount, near date, similar payee.",
  })
  duplicateTransactions(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FindDuplicateTransactionsArgs) args: types.FindDuplicateTransactionsArgs,
  ): Promise<types.DuplicateTransactions> {
    return findDuplicates(ctx, args);
  }

  @Mutation(() => FinanceTransaction, {
    description: "Merges duplicates into one transaction, which takes over their details, and deletes them.",
  })
  mergeDuplicateTransactions(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MergeDuplicateTransactionsInput, {
      description: "Transaction to keep and its duplicates.",
    })
    input: types.MergeDuplicateTransactionsInput,
  ): Promise<FinanceTransaction> {
    return mergeDuplicates(ctx, input);
  }
}
