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
    description:
      "Issues a draft invoice and e-mails it to the client. An issued invoice is e-mailed again with the same number.",
  })
  sendInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SendInvoiceInput, {
      description: "Invoice to send, with optional recipients and text.",
    })
    input: types.SendInvoiceInput,
  ): Promise<Invoice> {
    return life.sendInvoice(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Issues a draft invoice that was delivered by other means. Sends no e-mail.",
  })
  markInvoiceSent(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.MarkInvoiceSentInput, {
      description: "Draft to issue and the time of its delivery.",
    })
    input: types.MarkInvoiceSentInput,
  ): Promise<Invoice> {
    return life.markInvoiceSent(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Marks an invoice as paid in full by other means. Records a payment of the amount due.",
  })
  markInvoicePaid(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.MarkInvoicePaidInput, {
      description: "Invoice that was paid and the time of payment.",
    })
    input: types.MarkInvoicePaidInput,
  ): Promise<Invoice> {
    return life.markInvoicePaid(ctx, input);
  }

  @Mutation(() => Invoice, { description: "Voids an unpaid invoice. It keeps its number." })
  cancelInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CancelInvoiceInput, { description: "Invoice to void and the reason." })
    input: types.CancelInvoiceInput,
  ): Promise<Invoice> {
    return life.cancelInvoice(ctx, input);
  }

  @Mutation(() => Invoice, {
    description: "Updates a draft invoice; of an issued one only the due date and notes.",
  })
  updateInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateInvoiceInput, { description: "Invoice and the fields to change." })
    input: types.UpdateInvoiceInput,
  ): Promise<Invoice> {
    return updateInvoice(ctx, input);
  }

  @Mutation(() => DeletedDocument, {
    description: "Deletes a draft invoice. Its number, if any, is not reused.",
  })
  deleteDraftInvoice(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.InvoiceIdInput, { description: "Draft invoice to delete." })
    input: types.InvoiceIdInput,
  ): Promise<DeletedDocument> {
    return life.deleteDraftInvoice(ctx, input);
  }

  @Query(() => InvoicingSettings, {
    description: "Returns the account's invoicing settings: numbering, terms, time zone and rounding.",
  })
  invoiceSettings(@Ctx() ctx: InvoicingContext): Promise<InvoicingSettings> {
    return readInvoicingSettings(ctx);
  }

  @Mutation(() => InvoicingSettings, {
    description: "Updates the account's invoicing settings: numbering, terms, time zone and rounding.",
  })
  updateInvoiceSettings(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => UpdateInvoiceSettingsInput, { description: "Invoicing settings to change." })
    input: UpdateInvoiceSettingsInput,
  ): Promise<InvoicingSettings> {
    return updateInvoicingSettings(ctx, input);
  }
}
