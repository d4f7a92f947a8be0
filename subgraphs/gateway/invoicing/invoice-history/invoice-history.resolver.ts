import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { listInvoiceHistory } from "./invoice-history.service.ts";
import { InvoiceHistoryArgs, InvoiceHistoryPage } from "./invoice-history.types.ts";

@Resolver()
export class InvoiceHistoryResolver {
  @Query(() => InvoiceHistoryPage, {
    description: "Lists every change of an invoice, newest first: who, when, before and after.",
  })
  invoiceHistory(
    @Ctx() ctx: InvoicingContext,
    @Args(() => InvoiceHistoryArgs) args: InvoiceHistoryArgs,
  ): Promise<InvoiceHistoryPage> {
    return listInvoiceHistory(ctx, args);
  }
}
