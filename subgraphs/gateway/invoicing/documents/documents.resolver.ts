import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { Invoice } from "../invoices/invoice.types.ts";
import { InvoiceArgs } from "../invoices/invoicing.types.ts";
import * as types from "./documents.types.ts";
import { duplicateInvoice } from "./duplicate-invoice.service.ts";
import { previewInvoiceTotals } from "./preview-totals.service.ts";
import { listOverdueInvoices, readPaymentLink, renderInvoicePdf } from "./read-documents.service.ts";

@Resolver()
export class InvoiceDocumentsResolver {
  @Query(() => types.InvoiceTotalsPreview, {
    description: "What an invoice of these lines would come to; nothing is saved.",
  })
  invoiceTotalsPreview(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.PreviewInvoiceTotalsInput) input: types.PreviewInvoiceTotalsInput,
  ): Promise<types.InvoiceTotalsPreview> {
    return previewInvoiceTotals(ctx, input);
  }

  @Query(() => types.InvoicePaymentLink, { description: "The hosted page where the client sees an invoice." })
  invoicePaymentLink(
    @Ctx() ctx: InvoicingContext,
    @Args(() => InvoiceArgs) args: InvoiceArgs,
  ): Promise<types.InvoicePaymentLink> {
    return readPaymentLink(ctx, args.invoiceId);
  }

  @Query(() => types.InvoiceFile, {
    description: "An invoice as a PDF; its totals are those of the invoice to the cent.",
  })
  invoicePdf(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.InvoicePdfArgs) args: types.InvoicePdfArgs,
  ): Promise<types.InvoiceFile> {
    return renderInvoicePdf(ctx, args.invoiceId);
  }

  @Query(() => types.OverdueInvoicePage, {
    description: "Invoices that are past due, with how many days and when the client was last reminded.",
  })
  overdueInvoices(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.OverdueInvoicesArgs) args: types.OverdueInvoicesArgs,
  ): Promise<types.OverdueInvoicePage> {
    return listOverdueInvoices(ctx, args);
  }

  @Mutation(() => Invoice, { description: "Copies an invoice's client and lines into a new draft." })
  duplicateInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.DuplicateInvoiceInput) input: types.DuplicateInvoiceInput,
  ): Promise<Invoice> {
    return duplicateInvoice(ctx, input);
  }
}
