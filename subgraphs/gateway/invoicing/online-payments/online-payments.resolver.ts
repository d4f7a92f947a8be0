import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as types from "./online-payments.types.ts";
import { listPayouts, readPayout } from "./payouts.service.ts";
import * as payouts from "./payouts.types.ts";
import { listOnlinePayments } from "./read-online-payments.service.ts";
import { payInvoiceOnline } from "./start-payment.service.ts";

@Resolver()
export class OnlinePaymentsResolver {
  @Query(() => types.OnlinePaymentPage, {
    description: "Lists online payments with their fees and disputes, newest first.",
  })
  onlinePayments(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.OnlinePaymentsArgs) args: types.OnlinePaymentsArgs,
  ): Promise<types.OnlinePaymentPage> {
    return listOnlinePayments(ctx, args);
  }

  @Query(() => payouts.PaymentPayoutPage, {
    description: "Lists payouts of received payments to the seller's bank, newest first.",
  })
  paymentPayouts(
    @Ctx() ctx: InvoicingContext,
    @Args(() => payouts.PaymentPayoutsArgs) args: payouts.PaymentPayoutsArgs,
  ): Promise<payouts.PaymentPayoutPage> {
    return listPayouts(ctx, args);
  }

  @Query(() => payouts.PaymentPayoutDetails, {
    description: "Returns a payout with the payments, refunds and disputes in it.",
  })
  paymentPayout(
    @Ctx() ctx: InvoicingContext,
    @Args(() => payouts.PaymentPayoutArgs) args: payouts.PaymentPayoutArgs,
  ): Promise<payouts.PaymentPayoutDetails> {
    return readPayout(ctx, args.payoutId);
  }

  @Mutation(() => types.OnlineCheckout, {
    description: "Opens the payment processor's page on which an invoice is paid.",
  })
  payInvoiceOnline(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.PayInvoiceOnlineInput, { description: "Payment link, and the amount to pay." })
    input: types.PayInvoiceOnlineInput,
  ): Promise<types.OnlineCheckout> {
    return payInvoiceOnline(ctx, input);
  }
}
