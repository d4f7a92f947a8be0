import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as types from "./external-invoice.types.ts";
import { createExternalInvoice, listExternalInvoices } from "./external-invoices.service.ts";

@Resolver()
export class ExternalInvoicesResolver {
  @Mutation(() => types.ExternalInvoice, {
    description: "Creates a draft invoice from another application. It is numbered at once.",
  })
  createExternalInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateExternalInvoiceInput) input: types.CreateExternalInvoiceInput,
  ): Promise<types.ExternalInvoice> {
    return createExternalInvoice(ctx, input);
  }

  @Query(() => types.ExternalInvoiceList, {
    description: "The account's newest invoices for another application, whichever way they were made.",
  })
  externalInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExternalInvoicesArgs) args: types.ExternalInvoicesArgs,
  ): Promise<types.ExternalInvoiceList> {
    return listExternalInvoices(ctx, args);
  }
}
