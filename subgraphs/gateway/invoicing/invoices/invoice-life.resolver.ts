import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { updateInvoice } from "./edit-invoice.service.ts";
import * as life from "./invoice-life.service.ts";
import * as types from "./invoice-life.types.ts";
import { DeletedDocument, Invoice } from "./invoice.types.ts";
import { readInvoicingSettings, updateInvoicingSettings } from "./invoicing-settings.service.ts";
import { InvoicingSettings, UpdateInvoiceSettingsInput } from "./invoicing-settings.types.ts";

@Resolver()
export class InvoiceLifeResolver {
  @Mutation(() => Invoice, {
    description: "Issues a draft and e-mails it; an issued invoice is e-mailed again with the number it has.",
  })
  sendInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SendInvoiceInput) input: types.SendInvoiceInput,
  ): Promise<Invoice> {
    return life.sendInvoice(ctx, input);
  }

  @Mutation(() => Invoice, { description: "Issues a draft that the client got by other means." })
  markInvoiceSent(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.MarkInvoiceSentInput) input: types.MarkInvoiceSentInput,
  ): Promise<Invoice> {
    return life.markInvoiceSent(ctx, input);
  }

  @Mutation(() => Invoice, { description: "Records that all that is due was paid by other means." })
  markInvoicePaid(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.MarkInvoicePaidInput) input: types.MarkInvoicePaidInput,
  ): Promise<Invoice> {
    return life.markInvoicePaid(ctx, input);
  }

  @Mutation(() => Invoice, { description: "Voids an unpaid invoice; it keeps its number." })
  cancelInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CancelInvoiceInput) input: types.CancelInvoiceInput,
  ): Promise<Invoice> {
    return life.cancelInvoice(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Edits a draft freely; of an issued invoice only the due date and the notes.",
  })
  updateInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateInvoiceInput) input: types.UpdateInvoiceInput,
  ): Promise<Invoice> {
    return updateInvoice(ctx, input);
  }

  @Mutation(() => DeletedDocument, {
    description: "Deletes a draft. A number that it had is not given again.",
  })
  deleteDraftInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.InvoiceIdInput) input: types.InvoiceIdInput,
  ): Promise<DeletedDocument> {
    return life.deleteDraftInvoice(ctx, input);
  }

  @Query(() => InvoicingSettings, { description: "How the account invoices." })
  invoiceSettings(@Ctx() ctx: InvoicingContext): Promise<InvoicingSettings> {
    return readInvoicingSettings(ctx);
  }

  @Mutation(() => InvoicingSettings, { description: "Changes how the account invoices." })
  updateInvoiceSettings(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => UpdateInvoiceSettingsInput) input: UpdateInvoiceSettingsInput,
  ): Promise<InvoicingSettings> {
    return updateInvoicingSettings(ctx, input);
  }
}
