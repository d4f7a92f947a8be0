import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as types from "./external-invoice.types.ts";
import { createExternalInvoice, listExternalInvoices } from "./external-invoices.service.ts";

@Resolver()
export class ExternalInvoicesResolver {
  @Mutation(() => types.ExternalInvoice, {
    description: "Creates a draft invoice from another application. It gets its number immediately.",
  })
  createExternalInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateExternalInvoiceInput, {
      description: "Customer and lines of the new invoice.",
    })
    input: types.CreateExternalInvoiceInput,
  ): Promise<types.ExternalInvoice> {
    return createExternalInvoice(ctx, input);
  }

  @Query(() => types.ExternalInvoiceList, {
    description:
      "Lists the account's newest invoices for another application, including those created elsewhere.",
  })
  externalInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ExternalInvoicesArgs) args: types.ExternalInvoicesArgs,
  ): Promise<types.ExternalInvoiceList> {
    return listExternalInvoices(ctx, args);
  }
}
