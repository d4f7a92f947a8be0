import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { DeletedDocument, Invoice } from "../invoices/invoice.types.ts";
import { convertQuotationToInvoice } from "./convert-quotation.service.ts";
import { DocumentFile } from "../documents/document-file.types.ts";
import * as types from "./quotation-input.types.ts";
import * as life from "./quotation-life.service.ts";
import { renderQuotationPdf } from "./quotation-pdf.service.ts";
import { Quotation, QuotationPage } from "./quotation.types.ts";
import { createQuotation } from "./quotations.service.ts";
import { listQuotations, readQuotation } from "./read-quotations.service.ts";

@Resolver(() => Quotation)
export class QuotationsResolver {
  @Query(() => Quotation, { description: "Returns a quotation by its ID." })
  quotation(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationArgs) args: types.QuotationArgs,
  ): Promise<Quotation> {
    return readQuotation(ctx, args.quotationId);
  }

  @Query(() => QuotationPage, { description: "Lists quotations, newest first, with a filter by status." })
  quotations(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationsArgs) args: types.QuotationsArgs,
  ): Promise<QuotationPage> {
    return listQuotations(ctx, args);
  }

  @Mutation(() => Quotation, {
    description: "Creates a draft quotation. An unknown e-mail address creates the client.",
  })
  createQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateQuotationInput, {
      description: "Client, lines and validity of the new quotation.",
    })
    input: types.CreateQuotationInput,
  ): Promise<Quotation> {
    return createQuotation(ctx, input);
  }

  @Mutation(() => Quotation, { description: "Updates a draft quotation." })
  updateQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateQuotationInput, {
      description: "Draft quotation and the fields to change.",
    })
    input: types.UpdateQuotationInput,
  ): Promise<Quotation> {
    return life.updateQuotation(ctx, input);
  }

  @Mutation(() => DeletedDocument, { description: "Deletes a draft quotation." })
  deleteDraftQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationIdInput, { description: "Draft quotation to delete." })
    input: types.QuotationIdInput,
  ): Promise<DeletedDocument> {
    return life.deleteDraftQuotation(ctx, input);
  }

  @Mutation(() => Quotation, {
    description:
      "E-mails a quotation with a link to accept or decline it. An expired quotation needs a new validUntil.",
  })
  sendQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SendQuotationInput, {
      description: "Quotation to send, with optional recipient and validity.",
    })
    input: types.SendQuotationInput,
  ): Promise<Quotation> {
    return life.sendQuotation(ctx, input);
  }

  @Mutation(() => Quotation, {
    description: "Records that the client accepted a quotation. It must be sent and not expired.",
  })
  acceptQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.AcceptQuotationInput, {
      description: "Accepted quotation and the name of the person who accepted.",
    })
    input: types.AcceptQuotationInput,
  ): Promise<Quotation> {
    return life.acceptQuotation(ctx, input);
  }

  @Mutation(() => Quotation, {
    description: "Records that the client declined a quotation. It must be sent and not expired.",
  })
  declineQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.DeclineQuotationInput, { description: "Declined quotation and the reason." })
    input: types.DeclineQuotationInput,
  ): Promise<Quotation> {
    return life.declineQuotation(ctx, input);
  }

  @Mutation(() => Invoice, {
    description:
      "Converts an accepted quotation to a draft invoice. Repeated requests return the same invoice.",
  })
  convertQuotationToInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ConvertQuotationInput, { description: "Accepted quotation to convert." })
    input: types.ConvertQuotationInput,
  ): Promise<Invoice> {
    return convertQuotationToInvoice(ctx, input);
  }

  @Query(() => DocumentFile, { description: "Renders a quotation as a PDF file." })
  quotationPdf(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationPdfArgs) args: types.QuotationPdfArgs,
  ): Promise<DocumentFile> {
    return renderQuotationPdf(ctx, args);
  }
}
