import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { Invoice } from "../invoices/invoice.types.ts";
import * as change from "./change-payment.service.ts";
import { PaymentRefund } from "./payment-refund.types.ts";
import * as types from "./payments.types.ts";
import { listPayments, readPayment } from "./read-payments.service.ts";
import { refundPayment } from "./refund-payment.service.ts";
import { recordPayment } from "./record-payment.service.ts";
import { writeOffInvoice } from "./write-off.service.ts";
import { DocumentFile } from "../documents/document-file.types.ts";
import { renderReceiptPdf } from "./receipt-pdf.service.ts";
import { sendPaymentReceipt } from "./payment-receipt.service.ts";

@Resolver()
export class PaymentsReceivedResolver {
  @Query(() => types.ReceivedPayment, { description: "Returns a payment with its allocations and refunds." })
  receivedPayment(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceivedPaymentArgs) args: types.ReceivedPaymentArgs,
  ): Promise<types.ReceivedPayment> {
    return readPayment(ctx, args.paymentId);
  }

  @Query(() => DocumentFile, { description: "Renders the receipt of a payment as a PDF file." })
  paymentReceiptPdf(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.PaymentReceiptPdfArgs) args: types.PaymentReceiptPdfArgs,
  ): Promise<DocumentFile> {
    return renderReceiptPdf(ctx, args);
  }

  @Query(() => types.ReceivedPaymentPage, {
    description: "Lists received payments, newest first.",
  })
  receivedPayments(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceivedPaymentsArgs) args: types.ReceivedPaymentsArgs,
  ): Promise<types.ReceivedPaymentPage> {
    return listPayments(ctx, args);
  }

  @Mutation(() => types.ReceivedPayment, {
    description:
      "Records a payment received for an invoice. An excess over the amount due becomes the client's credit.",
  })
  recordPayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RecordPaymentInput, {
      description: "Invoice, amount and method of the payment.",
    })
    input: types.RecordPaymentInput,
  ): Promise<types.ReceivedPayment> {
    return recordPayment(ctx, input);
  }

  @Mutation(() => PaymentRefund, {
    description:
      "Refunds all or part of a payment. An online payment is refunded at the processor; of others the refund is only recorded. Paid invoices reopen by the refunded amount.",
  })
  refundPayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RefundPaymentInput, { description: "Payment to refund and the amount." })
    input: types.RefundPaymentInput,
  ): Promise<PaymentRefund> {
    return refundPayment(ctx, input);
  }

  @Mutation(() => types.ReceivedPayment, {
    description: "Voids a payment that was recorded by mistake. Its invoices reopen.",
  })
  voidPayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.VoidPaymentInput, { description: "Payment to void and the reason." })
    input: types.VoidPaymentInput,
  ): Promise<types.ReceivedPayment> {
    return change.voidPayment(ctx, input);
  }

  @Mutation(() => types.ReceivedPayment, {
    description: "Allocates unapplied money of a payment to open invoices of the same client and currency.",
  })
  allocatePayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.AllocatePaymentInput, {
      description: "Payment and the amount for each invoice.",
    })
    input: types.AllocatePaymentInput,
  ): Promise<types.ReceivedPayment> {
    return change.allocatePayment(ctx, input);
  }

  @Mutation(() => Invoice, {
    description:
      "Writes off the open amount of an invoice as uncollectible. A later payment reverses the write-off by its amount.",
  })
  writeOffInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.WriteOffInvoiceInput, {
      description: "Invoice to write off, the reason and the date.",
    })
    input: types.WriteOffInvoiceInput,
  ): Promise<Invoice> {
    return writeOffInvoice(ctx, input);
  }

  @Query(() => types.ReceivedPaymentPage, {
    description: "Lists payments with money that is neither allocated nor refunded, newest first.",
  })
  unappliedPayments(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.UnappliedPaymentsArgs) args: types.UnappliedPaymentsArgs,
  ): Promise<types.ReceivedPaymentPage> {
    return listPayments(ctx, Object.assign({ unapplied: true }, args));
  }

  @Mutation(() => types.SentPaymentReceipt, { description: "E-mails the client a receipt of a payment." })
  sendPaymentReceipt(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SendPaymentReceiptInput, { description: "Payment and optional recipient." })
    input: types.SendPaymentReceiptInput,
  ): Promise<types.SentPaymentReceipt> {
    return sendPaymentReceipt(ctx, input);
  }
}
