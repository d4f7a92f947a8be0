import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { Invoice } from "../invoices/invoice.types.ts";
import * as change from "./change-payment.service.ts";
import * as types from "./payments.types.ts";
import { listPayments, readPayment } from "./read-payments.service.ts";
import { recordPayment } from "./record-payment.service.ts";
import { writeOffInvoice } from "./write-off.service.ts";

@Resolver()
export class PaymentsReceivedResolver {
  @Query(() => types.ReceivedPayment, { description: "One payment with its allocations and refunds." })
  receivedPayment(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceivedPaymentArgs) args: types.ReceivedPaymentArgs,
  ): Promise<types.ReceivedPayment> {
    return readPayment(ctx, args.paymentId);
  }

  @Query(() => types.ReceivedPaymentPage, {
    description: "The payments that the account has received, newest first.",
  })
  receivedPayments(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ReceivedPaymentsArgs) args: types.ReceivedPaymentsArgs,
  ): Promise<types.ReceivedPaymentPage> {
    return listPayments(ctx, args);
  }

  @Mutation(() => types.ReceivedPayment, {
    description:
      "Records money that came in for an invoice. What is more than its due becomes the client's credit.",
  })
  recordPayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RecordPaymentInput) input: types.RecordPaymentInput,
  ): Promise<types.ReceivedPayment> {
    return recordPayment(ctx, input);
  }

  @Mutation(() => types.PaymentRefund, {
    description:
      "Records that all or part of a payment was paid back, by other means; its invoices are open again as far as needed.",
  })
  refundPayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RefundPaymentInput) input: types.RefundPaymentInput,
  ): Promise<types.PaymentRefund> {
    return change.refundPayment(ctx, input);
  }

  @Mutation(() => types.ReceivedPayment, {
    description: "Takes a payment back that was recorded by mistake; its invoices are open again.",
  })
  voidPayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.VoidPaymentInput) input: types.VoidPaymentInput,
  ): Promise<types.ReceivedPayment> {
    return change.voidPayment(ctx, input);
  }

  @Mutation(() => types.ReceivedPayment, {
    description: "Spreads a client's credit of a payment over open invoices of the same client and currency.",
  })
  allocatePayment(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.AllocatePaymentInput) input: types.AllocatePaymentInput,
  ): Promise<types.ReceivedPayment> {
    return change.allocatePayment(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Books what is open of an invoice as lost. A later payment takes so much of it back.",
  })
  writeOffInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.WriteOffInvoiceInput) input: types.WriteOffInvoiceInput,
  ): Promise<Invoice> {
    return writeOffInvoice(ctx, input);
  }
}
