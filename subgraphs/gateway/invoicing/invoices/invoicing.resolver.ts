import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import { App, User } from "../../base/foreign-types.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { Invoice, InvoiceLine, InvoicePage, InvoicePaymentPage } from "./invoice.types.ts";
import { createInvoice } from "./invoicing.service.ts";
import * as types from "./invoicing.types.ts";
import { listInvoices, readInvoice, readPaymentPage } from "./read-invoices.service.ts";

@Resolver(() => Invoice)
export class InvoicingResolver {
  @Mutation(() => Invoice, {
    description:
      "Creates an invoice, and with sendEmail issues and sends it. An unknown e-mail creates the client.",
  })
  createInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateInvoiceInput) input: types.CreateInvoiceInput,
  ): Promise<Invoice> {
    return createInvoice(ctx, input);
  }

  @Query(() => Invoice, { description: "One of the caller's invoices." })
  invoice(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.InvoiceArgs) args: types.InvoiceArgs,
  ): Promise<Invoice> {
    return readInvoice(ctx, args.invoiceId);
  }

  @Query(() => InvoicePage, { description: "The caller's invoices, newest first." })
  invoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.InvoicesArgs) args: types.InvoicesArgs,
  ): Promise<InvoicePage> {
    return listInvoices(ctx, args);
  }

  @Query(() => InvoicePaymentPage, { description: "What the holder of a payment link sees of the invoice." })
  invoicePaymentPage(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.PaymentPageArgs) args: types.PaymentPageArgs,
  ): Promise<InvoicePaymentPage> {
    return readPaymentPage(ctx, args.token);
  }

  @FieldResolver(() => [InvoiceLine])
  async lines(@Ctx() ctx: InvoicingContext, @Root() invoice: Invoice): Promise<InvoiceLine[]> {
    return invoice.lines ?? ctx.loaders.lines.load(invoice);
  }
}

@Resolver(() => User)
export class UserInvoicesResolver {
  @FieldResolver(() => [Invoice], {
    nullable: true,
    description: "The newest invoices of the account, of one app or of all; null for another account.",
  })
  recentInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.UserRecentInvoicesArgs) args: types.UserRecentInvoicesArgs,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first: args.first, appId: args.appId ?? null });
  }
}

@Resolver(() => App)
export class AppInvoicesResolver {
  @FieldResolver(() => [Invoice], {
    nullable: true,
    description: "The caller's newest invoices in this app; null without a caller.",
  })
  recentInvoices(
    @Ctx() ctx: InvoicingContext,
    @Root() app: App,
    @Args(() => types.RecentInvoicesArgs) args: types.RecentInvoicesArgs,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first: args.first, appId: app.appId });
  }
}
