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
  ): Promise<InvoicePage> {
    return listInvoices(ctx, args);
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
  async lines(@Ctx() ctx: InvoicingContext, @Root() invoice: Invoice): Promise<InvoiceLine[]> {
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
    @Args(() => types.UserRecentInvoicesArgs) args: types.UserRecentInvoicesArgs,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first: args.first, appId: args.appId ?? null });
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
    @Args(() => types.RecentInvoicesArgs) args: types.RecentInvoicesArgs,
  ): Promise<Invoice[]> {
    return ctx.loaders.recentInvoices.load({ first: args.first, appId: app.appId });
  }
}
