import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { Expense } from "../expenses/expenses.types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { readReceiptImage } from "./receipt-image.rows.ts";
import * as receipts from "./receipts.service.ts";
import * as types from "./receipts.types.ts";

@Resolver()
export class ReceiptsResolver {
  @Query(() => types.Receipt, { description: "Returns a scanned receipt with its recognized fields." })
  receipt(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceiptArgs) args: types.ReceiptArgs,
  ): Promise<types.Receipt> {
    return receipts.readReceipt(ctx, args.receiptId);
  }

  @Query(() => types.ReceiptImageFile, { description: "Returns the scanned image of a receipt as a file." })
  receiptImage(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceiptImageArgs) args: types.ReceiptImageArgs,
  ): Promise<types.ReceiptImageFile> {
    return readReceiptImage(ctx, args.receiptId);
  }

  @Query(() => types.ReceiptPage, { description: "Lists scanned receipts, newest first." })
  receipts(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceiptsArgs) args: types.ReceiptsArgs,
  ): Promise<types.ReceiptPage> {
    return receipts.listReceipts(ctx, args);
  }

  @Mutation(() => types.Receipt, {
    description:
      "Scans an image of a receipt (OCR). Returns merchant, date, tax, total and lines, each with a confidence.",
  })
  scanReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ScanReceiptInput, { description: "Image of the receipt and optional hints." })
    input: types.ScanReceiptInput,
  ): Promise<types.Receipt> {
    return receipts.scanReceipt(ctx, input);
  }

  @Mutation(() => Expense, {
    description: "Records a checked receipt as an expense, with corrections.",
  })
  confirmReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ConfirmReceiptInput, {
      description: "Receipt to confirm, corrections and expense category.",
    })
    input: types.ConfirmReceiptInput,
  ): Promise<Expense> {
    return receipts.confirmReceipt(ctx, input);
  }

  @Mutation(() => types.Receipt, { description: "Discards a scanned receipt without recording an expense." })
  discardReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ReceiptIdInput, { description: "ID of the receipt to discard." })
    input: types.ReceiptIdInput,
  ): Promise<types.Receipt> {
    return receipts.discardReceipt(ctx, input);
  }
}
