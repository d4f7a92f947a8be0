import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { FinanceTransfer } from "../transactions/transaction.types.ts";
import { markTransactionCleared, reviewTransaction } from "./mark-transactions.service.ts";
import { matchTransfer, unmatchTransfer } from "./match-transfers.service.ts";
import * as types from "./transaction-changes.types.ts";

@Resolver()
export class FinanceTransactionChangesResolver {
  @Mutation(() => types.ChangedTransactionCount, {
    description: "Marks transactions as cleared by the bank, or as pending. Reconciled ones are refused.",
  })
  markTransactionCleared(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MarkTransactionClearedInput, { description: "Transactions and their state." })
    input: types.MarkTransactionClearedInput,
  ): Promise<types.ChangedTransactionCount> {
    return markTransactionCleared(ctx, input);
  }

  @Mutation(() => types.ChangedTransactionCount, {
    description: "Marks transactions as reviewed, or as not reviewed.",
  })
  reviewTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.ReviewTransactionInput, { description: "Transactions and their state." })
    input: types.ReviewTransactionInput,
  ): Promise<types.ChangedTransactionCount> {
    return reviewTransaction(ctx, input);
  }

  @Mutation(() => FinanceTransfer, {
    description:
      "Matches two transactions as one transfer between own accounts. They stop counting as income and spending.",
  })
  matchTransfer(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.MatchTransferInput, { description: "Both sides of the transfer." })
    input: types.MatchTransferInput,
  ): Promise<FinanceTransfer> {
    return matchTransfer(ctx, input);
  }

  @Mutation(() => types.UnmatchedTransfer, {
    description: "Unmatches a transfer. Its two transactions count as income and spending again.",
  })
  unmatchTransfer(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.TransferIdInput, { description: "Transfer to take apart." })
    input: types.TransferIdInput,
  ): Promise<types.UnmatchedTransfer> {
    return unmatchTransfer(ctx, input);
  }
}
