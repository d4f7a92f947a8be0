import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { createCheckoutSession, createPaymentIntent } from "./one-time.service.ts";
import * as types from "./payments.types.ts";
import { listTransactions } from "./transaction-list.service.ts";

@Resolver()
export class PaymentsResolver {
  @Query(() => types.PaymentTransactionPage, { description: "Lists the account's payments, newest first." })
  paymentTransactions(
    @Ctx() ctx: HubContext,
    @Args(() => types.PaymentTransactionsArgs) args: types.PaymentTransactionsArgs,
  ): Promise<types.PaymentTransactionPage> {
    return listTransactions(ctx, args);
  }

  @Mutation(() => types.CreatedPaymentIntent, {
    description:
      "Starts a one-time payment that the payer confirms in the browser. It grants neither credits nor a subscription.",
  })
  createPaymentIntent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreatePaymentIntentInput) input: types.CreatePaymentIntentInput,
  ): Promise<types.CreatedPaymentIntent> {
    return createPaymentIntent(ctx, input);
  }

  @Mutation(() => types.OpenedCheckout, {
    description:
      "Opens the processor's payment page for a one-time payment. It grants neither credits nor a subscription.",
  })
  createCheckoutSession(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateCheckoutSessionInput) input: types.CreateCheckoutSessionInput,
  ): Promise<types.OpenedCheckout> {
    return createCheckoutSession(ctx, input);
  }
}
