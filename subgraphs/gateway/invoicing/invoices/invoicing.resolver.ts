import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from "type-graphql";
import type { GraphQLResolveInfo } from "graphql";
import { Account, App, User } from "../../base/foreign-types.ts";
import { selectedFields } from "../../../../src/graphql/selected-fields.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { Invoice, InvoiceLine, InvoicePage } from "./invoice.types.ts";
import { InvoicePaymentPage } from "../payment-page/payment-page.types.ts";
import { createInvoice } from "./invoicing.service.ts";
import * as types from "./invoicing.types.ts";
import { listInvoices, readInvoice } from "./read-invoices.service.ts";
import { readPaymentPage } from "../payment-page/payment-page.service.ts";
import { invoicesSelected } from "../select-invoices.ts";

@Resolver(() => Invoice)
export class InvoicingResolver {
  @Mutation(() => Invoice, {
    description:
      "Creates an invoice. With sendEmail it is also issued and e-mailed. An unknown e-mail address creates the client.",
  })
  createInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateInvoiceInput, {
      description: "Client, lines and options of the new invoice.",
    })
    input: types.CreateInvoiceInput,
  ): Promise<Invoice> {
    return createInvoice(ctx, input);
  }

  @Query(() => Invoice, { description: "Returns an invoice by ID or number." })
  invoice(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.InvoiceArgs) args: types.InvoiceArgs,
  ): Promise<Invoice> {
    return readInvoice(ctx, args.invoiceId);
  }

  @Query(() => InvoicePage, {
    description: "Lists invoices, newest first, with filters by status, client and dates.",
  })
  invoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.InvoicesArgs) args: types.InvoicesArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<InvoicePage> {
    const page = selectedFields(info);
    return listInvoices(ctx, args, {
      selection: invoicesSelected(info, "invoices"),
      isCounted: page.has("total"),
      isContinued: page.has("nextCursor"),
    });
  }

  @Query(() => InvoicePaymentPage, {
    description: "Returns the invoice details shown on the page of a payment link.",
  })
  invoicePaymentPage(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.PaymentPageArgs) args: types.PaymentPageArgs,
  ): Promise<InvoicePaymentPage> {
    return readPaymentPage(ctx, args.token);
  }

  @FieldResolver(() => [InvoiceLine], { description: "Lines of the invoice, in order." })
  lines(@Ctx() ctx: InvoicingContext, @Root() invoice: Invoice): InvoiceLine[] | Promise<InvoiceLine[]> {
    return invoice.lines ?? ctx.loaders.lines.load(invoice);
  }
}

@Resolver(() => User)
export class UserInvoicesResolver {
  @FieldResolver(() => [Invoice], {
    nullable: true,
    description: "Newest invoices of the account, in one app or all. Null for another account.",
  })
  recentInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.UserRecentInvoicesArgs) { first, appId = null }: types.UserRecentInvoicesArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first, appId, selection: invoicesSelected(info) });
  }
}

@Resolver(() => Account)
export class AccountInvoicesResolver {
  @FieldResolver(() => [Invoice], {
    nullable: true,
    description: "Newest invoices, in one app or all. Null for an account that the request does not act for.",
  })
  recentInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.UserRecentInvoicesArgs) { first, appId = null }: types.UserRecentInvoicesArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first, appId, selection: invoicesSelected(info) });
  }
}

@Resolver(() => App)
export class AppInvoicesResolver {
  @FieldResolver(() => [Invoice], {
    nullable: true,
    description: "Newest invoices of your account in this app. Null without a signed-in user.",
  })
  recentInvoices(
    @Ctx() ctx: InvoicingContext,
    @Root() app: App,
    @Args(() => types.RecentInvoicesArgs) { first }: types.RecentInvoicesArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first, appId: app.appId, selection: invoicesSelected(info) });
  }
}
