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
  @Query(() => types.PaymentMethodPage, { description: "Saved ways to pay of the caller." })
  paymentMethods(@Ctx() ctx: HubContext): Promise<types.PaymentMethodPage> {
    return listPaymentMethods(ctx);
  }

  @Query(() => types.BillingInvoicePage, {
    description: "Invoices of the caller's subscriptions, newest first.",
  })
  billingInvoices(
    @Ctx() ctx: HubContext,
    @Args(() => types.BillingInvoicesArgs) args: types.BillingInvoicesArgs,
  ): Promise<types.BillingInvoicePage> {
    return listBillingInvoices(ctx, args);
  }

  @Query(() => types.UpcomingInvoice, {
    nullable: true,
    description: "What an app will bill next; null when it will bill nothing.",
  })
  upcomingInvoice(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID) appId: string,
  ): Promise<types.UpcomingInvoice | null> {
    return readUpcomingInvoice(ctx, appId);
  }

  @Mutation(() => types.BillingPortal, {
    description: "Opens the processor's page where payers manage what they pay with.",
  })
  openBillingPortal(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.BillingPortalInput) input: types.BillingPortalInput,
  ): Promise<types.BillingPortal> {
    return openBillingPortal(ctx, input);
  }

  @Mutation(() => types.DefaultPaymentMethod, { description: "Chooses the way to pay that is charged." })
  setDefaultPaymentMethod(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PaymentMethodInput) input: types.PaymentMethodInput,
  ): Promise<types.DefaultPaymentMethod> {
    return setDefaultPaymentMethod(ctx, input);
  }

  @Mutation(() => types.DetachedPaymentMethod, {
    description: "Forgets a way to pay; the last one that a live subscription is charged to stays.",
  })
  detachPaymentMethod(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PaymentMethodInput) input: types.PaymentMethodInput,
  ): Promise<types.DetachedPaymentMethod> {
    return detachPaymentMethod(ctx, input);
  }

  @Mutation(() => types.InvoiceRetry, {
    description: "Tries again to collect an open invoice, with the way to pay that is charged by default.",
  })
  retryBillingInvoice(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RetryInvoiceInput) input: types.RetryInvoiceInput,
  ): Promise<types.InvoiceRetry> {
    return retryBillingInvoice(ctx, input);
  }
}
