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
    description: "Calculates the totals and taxes of an invoice without saving it.",
  })
  invoiceTotalsPreview(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.PreviewInvoiceTotalsInput, {
      description: "Lines, tax rate and discount to calculate.",
    })
    input: types.PreviewInvoiceTotalsInput,
  ): Promise<types.InvoiceTotalsPreview> {
    return previewInvoiceTotals(ctx, input);
  }

  @Query(() => types.InvoicePaymentLink, {
    description: "Returns the URL of the hosted payment page of an invoice.",
  })
  invoicePaymentLink(
    @Ctx() ctx: InvoicingContext,
    @Args(() => InvoiceArgs) args: InvoiceArgs,
  ): Promise<types.InvoicePaymentLink> {
    return readPaymentLink(ctx, args.invoiceId);
  }

  @Query(() => types.InvoiceFile, {
    description: "Renders an invoice as a PDF file.",
  })
  invoicePdf(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.InvoicePdfArgs) args: types.InvoicePdfArgs,
  ): Promise<types.InvoiceFile> {
    return renderInvoicePdf(ctx, args);
  }

  @Query(() => types.OverdueInvoicePage, {
    description: "Lists overdue invoices with days past due and the last reminder.",
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
    @Arg("input", () => types.DuplicateInvoiceInput, { description: "ID of the invoice to copy." })
    input: types.DuplicateInvoiceInput,
  ): Promise<Invoice> {
    return duplicateInvoice(ctx, input);
  }
}
