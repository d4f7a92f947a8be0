import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceHitPage, InvoiceSearchArgs } from "./invoice-search.types.ts";
import { searchInvoices } from "./search-invoices.service.ts";

@Resolver()
export class InvoiceSearchResolver {
  @Query(() => InvoiceHitPage, {
    description: "Searches invoices by number, client, line text and notes, newest first.",
  })
  invoiceSearch(
    @Ctx() ctx: InvoicingContext,
    @Args(() => InvoiceSearchArgs) args: InvoiceSearchArgs,
  ): Promise<InvoiceHitPage> {
    return searchInvoices(ctx, args);
  }
}
