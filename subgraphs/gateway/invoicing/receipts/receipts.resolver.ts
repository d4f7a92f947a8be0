import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { Expense } from "../expenses/expenses.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as receipts from "./receipts.service.ts";
import * as types from "./receipts.types.ts";

@Resolver()
export class ReceiptsResolver {
  @Query(() => types.Receipt, { description: "One of the account's receipts, as it was read." })
  receipt(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceiptArgs) args: types.ReceiptArgs,
  ): Promise<types.Receipt> {
    return receipts.readReceipt(ctx, args.receiptId);
  }

  @Query(() => types.ReceiptPage, { description: "The account's receipts, newest first." })
  receipts(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceiptsArgs) args: types.ReceiptsArgs,
  ): Promise<types.ReceiptPage> {
    return receipts.listReceipts(ctx, args);
  }

  @Mutation(() => types.Receipt, {
    description:
      "Reads a picture of a receipt: merchant, date, tax, total and lines, each with how sure it is.",
  })
  scanReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ScanReceiptInput) input: types.ScanReceiptInput,
  ): Promise<types.Receipt> {
    return receipts.scanReceipt(ctx, input);
  }

  @Mutation(() => Expense, {
    description: "Makes one expense of a receipt that was looked at, with corrections.",
  })
  confirmReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ConfirmReceiptInput) input: types.ConfirmReceiptInput,
  ): Promise<Expense> {
    return receipts.confirmReceipt(ctx, input);
  }

  @Mutation(() => types.Receipt, { description: "Drops a receipt." })
  discardReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ReceiptIdInput) input: types.ReceiptIdInput,
  ): Promise<types.Receipt> {
    return receipts.discardReceipt(ctx, input);
  }
}
