import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as change from "./change-transactions.service.ts";
import * as inputs from "./transaction-input.types.ts";
import * as types from "./transaction.types.ts";
import * as transactions from "./transactions.service.ts";
import { addTransfer } from "./transfers.service.ts";

@Resolver()
export class FinanceTransactionsResolver {
  @Query(() => types.FinanceTransaction, { description: "A transaction with its parts and links." })
  financeTransaction(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceTransactionArgs) { transactionId }: types.FinanceTransactionArgs,
  ): Promise<types.FinanceTransaction> {
    return transactions.readTransaction(ctx, transactionId);
  }

  @Query(() => types.FinanceTransactionPage, {
    description:
      "Transactions of one's accounts, newest first, narrowed by account, days, category, tag or amount.",
  })
  financeTransactions(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceTransactionsArgs) args: types.FinanceTransactionsArgs,
  ): Promise<types.FinanceTransactionPage> {
    return transactions.listTransactions(ctx, args);
  }

  @Query(() => types.FinanceTransactionPage, {
    description: "Transactions with all words of a text in payee or notes, or of an amount.",
  })
  financeTransactionSearch(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TransactionSearchArgs) args: types.TransactionSearchArgs,
  ): Promise<types.FinanceTransactionPage> {
    return transactions.searchTransactions(ctx, args);
  }

  @Mutation(() => types.FinanceTransaction, {
    description:
      "Books what came into an account or went out of it; rules say the category where none is given.",
  })
  addTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.AddTransactionInput) input: inputs.AddTransactionInput,
  ): Promise<types.FinanceTransaction> {
    return transactions.addTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransaction, {
    description: "Changes a transaction; a reconciled one only with `unlock`.",
  })
  updateTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.UpdateTransactionInput) input: inputs.UpdateTransactionInput,
  ): Promise<types.FinanceTransaction> {
    return change.updateTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransaction, {
    description: "Gives a transaction parts that count each to a category, and sum to its amount exactly.",
  })
  splitTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.SplitTransactionInput) input: inputs.SplitTransactionInput,
  ): Promise<types.FinanceTransaction> {
    return change.splitTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransaction, { description: "Takes a transaction's parts away." })
  unsplitTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.TransactionIdInput) input: inputs.TransactionIdInput,
  ): Promise<types.FinanceTransaction> {
    return change.unsplitTransaction(ctx, input);
  }

  @Mutation(() => types.ChangedTransactions, { description: "Puts many transactions into a category." })
  bulkCategorize(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.BulkCategorizeInput) input: inputs.BulkCategorizeInput,
  ): Promise<types.ChangedTransactions> {
    return change.bulkCategorize(ctx, input);
  }

  @Mutation(() => types.DeletedTransaction, {
    description: "Deletes a transaction that is not reconciled; of a transfer both legs.",
  })
  deleteTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.TransactionIdInput) input: inputs.TransactionIdInput,
  ): Promise<types.DeletedTransaction> {
    return change.deleteTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransfer, {
    description: "Moves money between two accounts of one's own: two linked legs, no income and no spending.",
  })
  addTransfer(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.AddTransferInput) input: inputs.AddTransferInput,
  ): Promise<types.FinanceTransfer> {
    return addTransfer(ctx, input);
  }
}
