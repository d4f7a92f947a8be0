import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as receipts from "./receipts.service.ts";
import * as types from "./receipts.types.ts";

@Resolver()
export class FinanceReceiptsResolver {
  @Query(() => types.TransactionReceiptList, { description: "Lists the receipts of a transaction." })
  transactionReceipts(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TransactionReceiptsArgs) args: types.TransactionReceiptsArgs,
  ): Promise<types.TransactionReceiptList> {
    return receipts.listReceipts(ctx, args);
  }

  @Query(() => types.TransactionReceiptFile, { description: "Returns a receipt of a transaction as a file." })
  transactionReceiptFile(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TransactionReceiptFileArgs) args: types.TransactionReceiptFileArgs,
  ): Promise<types.TransactionReceiptFile> {
    return receipts.readReceiptFile(ctx, args);
  }

  @Mutation(() => types.TransactionReceipt, {
    description: "Attaches an uploaded receipt, an image or a PDF, to a transaction.",
  })
  attachTransactionReceipt(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.AttachTransactionReceiptInput, {
      description: "Transaction and uploaded file.",
    })
    input: types.AttachTransactionReceiptInput,
  ): Promise<types.TransactionReceipt> {
    return receipts.attachReceipt(ctx, input);
  }

  @Mutation(() => types.TransactionReceiptList, { description: "Removes a receipt from a transaction." })
  removeTransactionReceipt(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RemoveTransactionReceiptInput, {
      description: "Transaction and receipt to remove.",
    })
    input: types.RemoveTransactionReceiptInput,
  ): Promise<types.TransactionReceiptList> {
    return receipts.removeReceipt(ctx, input);
  }
}
