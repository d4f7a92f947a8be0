import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { DeletedDocument, Invoice } from "../invoices/invoice.types.ts";
import { convertQuotationToInvoice } from "./convert-quotation.service.ts";
import * as types from "./quotation-input.types.ts";
import * as life from "./quotation-life.service.ts";
import { Quotation, QuotationPage } from "./quotation.types.ts";
import { createQuotation } from "./quotations.service.ts";
import { listQuotations, readQuotation } from "./read-quotations.service.ts";

@Resolver(() => Quotation)
export class QuotationsResolver {
  @Query(() => Quotation, { description: "One of the caller's quotations." })
  quotation(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationArgs) args: types.QuotationArgs,
  ): Promise<Quotation> {
    return readQuotation(ctx, args.quotationId);
  }

  @Query(() => QuotationPage, { description: "The caller's quotations, newest first." })
  quotations(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.QuotationsArgs) args: types.QuotationsArgs,
  ): Promise<QuotationPage> {
    return listQuotations(ctx, args);
  }

  @Mutation(() => Quotation, {
    description: "Creates a draft quotation. An unknown e-mail creates the client.",
  })
  createQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateQuotationInput) input: types.CreateQuotationInput,
  ): Promise<Quotation> {
    return createQuotation(ctx, input);
  }

  @Mutation(() => Quotation, { description: "Edits a draft." })
  updateQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateQuotationInput) input: types.UpdateQuotationInput,
  ): Promise<Quotation> {
    return life.updateQuotation(ctx, input);
  }

  @Mutation(() => DeletedDocument, { description: "Deletes a draft." })
  deleteDraftQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationIdInput) input: types.QuotationIdInput,
  ): Promise<DeletedDocument> {
    return life.deleteDraftQuotation(ctx, input);
  }

  @Mutation(() => Quotation, {
    description:
      "Mails a quotation with a link to accept or decline it. An expired one needs a new last day.",
  })
  sendQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SendQuotationInput) input: types.SendQuotationInput,
  ): Promise<Quotation> {
    return life.sendQuotation(ctx, input);
  }

  @Mutation(() => Quotation, { description: "Accepts a sent, unexpired quotation for the client." })
  acceptQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.AcceptQuotationInput) input: types.AcceptQuotationInput,
  ): Promise<Quotation> {
    return life.acceptQuotation(ctx, input);
  }

  @Mutation(() => Quotation, { description: "Declines a sent, unexpired quotation for the client." })
  declineQuotation(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.DeclineQuotationInput) input: types.DeclineQuotationInput,
  ): Promise<Quotation> {
    return life.declineQuotation(ctx, input);
  }

  @Mutation(() => Invoice, {
    description:
      "Makes exactly one draft invoice from an accepted quotation. Later calls answer the same one.",
  })
  convertQuotationToInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.QuotationIdInput) input: types.QuotationIdInput,
  ): Promise<Invoice> {
    return convertQuotationToInvoice(ctx, input);
  }
}
