import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as change from "./change-transactions.service.ts";
import * as inputs from "./transaction-input.types.ts";
import * as types from "./transaction.types.ts";
import * as transactions from "./transactions.service.ts";
import { addTransfer } from "./transfers.service.ts";

@Resolver()
export class FinanceTransactionsResolver {
  @Query(() => types.FinanceTransaction, { description: "Returns a transaction with its splits and links." })
  financeTransaction(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceTransactionArgs) { transactionId }: types.FinanceTransactionArgs,
  ): Promise<types.FinanceTransaction> {
    return transactions.readTransaction(ctx, transactionId);
  }

  @Query(() => types.FinanceTransactionPage, {
    description:
      "Lists transactions, newest first. Filters by account, dates, category, tag, amount and status.",
  })
  financeTransactions(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.FinanceTransactionsArgs) args: types.FinanceTransactionsArgs,
  ): Promise<types.FinanceTransactionPage> {
    return transactions.listTransactions(ctx, args);
  }

  @Query(() => types.FinanceTransactionPage, {
    description: "Searches transactions by words in payee or notes, or by amount.",
  })
  financeTransactionSearch(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TransactionSearchArgs) args: types.TransactionSearchArgs,
  ): Promise<types.FinanceTransactionPage> {
    return transactions.searchTransactions(ctx, args);
  }

  @Mutation(() => types.FinanceTransaction, {
    description:
      "Adds a transaction: income or spending on an account. Rules set the category when none is given.",
  })
  addTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.AddTransactionInput, { description: "Details of the transaction to add." })
    input: inputs.AddTransactionInput,
  ): Promise<types.FinanceTransaction> {
    return transactions.addTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransaction, {
    description: "Updates a transaction. Reconciled transactions require `unlock: true`.",
  })
  updateTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.UpdateTransactionInput, {
      description: "Fields of the transaction to change.",
    })
    input: inputs.UpdateTransactionInput,
  ): Promise<types.FinanceTransaction> {
    return change.updateTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransaction, {
    description: "Splits a transaction across several categories. The parts must sum to its amount.",
  })
  splitTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.SplitTransactionInput, {
      description: "Transaction and its parts; replaces earlier parts.",
    })
    input: inputs.SplitTransactionInput,
  ): Promise<types.FinanceTransaction> {
    return change.splitTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransaction, { description: "Removes all splits from a transaction." })
  unsplitTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.TransactionIdInput, {
      description: "Transaction to merge back into one amount.",
    })
    input: inputs.TransactionIdInput,
  ): Promise<types.FinanceTransaction> {
    return change.unsplitTransaction(ctx, input);
  }

  @Mutation(() => types.ChangedTransactions, {
    description: "Sets the category of many transactions, by IDs or by filter.",
  })
  bulkCategorize(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.BulkCategorizeInput, {
      description: "Transactions to change and their new category.",
    })
    input: inputs.BulkCategorizeInput,
  ): Promise<types.ChangedTransactions> {
    return change.bulkCategorize(ctx, input);
  }

  @Mutation(() => types.DeletedTransaction, {
    description: "Deletes a transaction that is not reconciled. For a transfer, deletes both sides.",
  })
  deleteTransaction(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.TransactionIdInput, { description: "Transaction to delete." })
    input: inputs.TransactionIdInput,
  ): Promise<types.DeletedTransaction> {
    return change.deleteTransaction(ctx, input);
  }

  @Mutation(() => types.FinanceTransfer, {
    description:
      "Transfers money between two own accounts as two linked transactions. Counts as neither income nor spending.",
  })
  addTransfer(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => inputs.AddTransferInput, {
      description: "Accounts, date and amount of the transfer.",
    })
    input: inputs.AddTransferInput,
  ): Promise<types.FinanceTransfer> {
    return addTransfer(ctx, input);
  }
}
