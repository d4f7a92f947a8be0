import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { createRecurringInvoice, endRecurringInvoice, listRecurringInvoices } from "./recurring.service.ts";
import * as types from "./recurring.types.ts";

@Resolver()
export class RecurringInvoicesResolver {
  @Query(() => types.RecurringInvoicePage, { description: "Lists recurring invoices, newest first." })
  recurringInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.RecurringInvoicesArgs) args: types.RecurringInvoicesArgs,
  ): Promise<types.RecurringInvoicePage> {
    return listRecurringInvoices(ctx, args);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Schedules a recurring invoice. A 31st falls on the last day of shorter months.",
  })
  createRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateRecurringInvoiceInput, { description: "Invoice template and schedule." })
    input: types.CreateRecurringInvoiceInput,
  ): Promise<types.RecurringInvoice> {
    return createRecurringInvoice(ctx, input);
  }

  @Mutation(() => types.RecurringInvoice, {
    description: "Ends a recurring invoice permanently. Invoices it has created remain.",
  })
  endRecurringInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RecurringIdInput, { description: "Recurring invoice to end." })
    input: types.RecurringIdInput,
  ): Promise<types.RecurringInvoice> {
    return endRecurringInvoice(ctx, input);
  }
}
