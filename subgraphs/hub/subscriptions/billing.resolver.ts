import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listBillingInvoices, retryBillingInvoice } from "./billing-invoices.service.ts";
import { openBillingPortal } from "./billing-portal.service.ts";
import * as types from "./billing.types.ts";
import {
  detachPaymentMethod,
  listPaymentMethods,
  setDefaultPaymentMethod,
} from "./payment-methods.service.ts";
import { readUpcomingInvoice } from "./upcoming-invoice.service.ts";

@Resolver()
export class BillingResolver {
  @Query(() => types.PaymentMethodPage, { description: "Lists the account's saved payment methods." })
  paymentMethods(@Ctx() ctx: HubContext): Promise<types.PaymentMethodPage> {
    return listPaymentMethods(ctx);
  }

  @Query(() => types.BillingInvoicePage, {
    description: "Lists invoices of the account's subscriptions, newest first.",
  })
  billingInvoices(
    @Ctx() ctx: HubContext,
    @Args(() => types.BillingInvoicesArgs) args: types.BillingInvoicesArgs,
  ): Promise<types.BillingInvoicePage> {
    return listBillingInvoices(ctx, args);
  }

  @Query(() => types.UpcomingInvoice, {
    nullable: true,
    description: "Returns a preview of an app's next invoice; null when nothing will be billed.",
  })
  upcomingInvoice(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app whose next invoice is previewed." }) appId: string,
  ): Promise<types.UpcomingInvoice | null> {
    return readUpcomingInvoice(ctx, appId);
  }

  @Mutation(() => types.BillingPortal, {
    description: "Opens the billing portal, where payers manage their payment methods.",
  })
  openBillingPortal(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.BillingPortalInput) input: types.BillingPortalInput,
  ): Promise<types.BillingPortal> {
    return openBillingPortal(ctx, input);
  }

  @Mutation(() => types.DefaultPaymentMethod, {
    description: "Sets the default payment method, which plans and auto-reloads are charged to.",
  })
  setDefaultPaymentMethod(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PaymentMethodInput) input: types.PaymentMethodInput,
  ): Promise<types.DefaultPaymentMethod> {
    return setDefaultPaymentMethod(ctx, input);
  }

  @Mutation(() => types.DetachedPaymentMethod, {
    description:
      "Removes a saved payment method. The only one of an active subscription or of auto-reload cannot be removed.",
  })
  detachPaymentMethod(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PaymentMethodInput) input: types.PaymentMethodInput,
  ): Promise<types.DetachedPaymentMethod> {
    return detachPaymentMethod(ctx, input);
  }

  @Mutation(() => types.InvoiceRetry, {
    description: "Retries the payment of an open invoice with the default payment method.",
  })
  retryBillingInvoice(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RetryInvoiceInput) input: types.RetryInvoiceInput,
  ): Promise<types.InvoiceRetry> {
    return retryBillingInvoice(ctx, input);
  }
}
