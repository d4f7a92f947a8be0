import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyCreditNote } from "./apply-credit-note.service.ts";
import { renderCreditNotePdf } from "./credit-note-pdf.service.ts";
import { sendCreditNote } from "./send-credit-note.service.ts";
import { refundCreditNote, voidCreditNote } from "./settle-credit-note.service.ts";
import { DocumentFile } from "../documents/document-file.types.ts";
import * as types from "./credit-notes.types.ts";
import { generateCreditNote } from "./generate-credit-note.service.ts";
import { listCreditNotes, readCreditNote } from "./read-credit-notes.service.ts";

@Resolver()
export class CreditNotesResolver {
  @Query(() => types.CreditNote, {
    description: "Returns a credit note with its applications to invoices.",
  })
  creditNote(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CreditNoteArgs) args: types.CreditNoteArgs,
  ): Promise<types.CreditNote> {
    return readCreditNote(ctx, args.creditNoteId);
  }

  @Query(() => types.CreditNotePage, { description: "Lists credit notes, newest first." })
  creditNotes(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CreditNotesArgs) args: types.CreditNotesArgs,
  ): Promise<types.CreditNotePage> {
    return listCreditNotes(ctx, args);
  }

  @Mutation(() => types.CreditNote, {
    description:
      "Issues a credit note for all or part of an issued invoice. Credit notes never exceed the invoice in total.",
  })
  generateCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.GenerateCreditNoteInput, {
      description: "Invoice, amount or lines to credit, and the reason.",
    })
    input: types.GenerateCreditNoteInput,
  ): Promise<types.CreditNote> {
    return generateCreditNote(ctx, input);
  }

  @Mutation(() => types.CreditNote, {
    description: "Applies credit of a credit note to an open invoice of the same client and currency.",
  })
  applyCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ApplyCreditNoteInput, { description: "Credit note, invoice and amount." })
    input: types.ApplyCreditNoteInput,
  ): Promise<types.CreditNote> {
    return applyCreditNote(ctx, input);
  }

  @Mutation(() => types.CreditNoteRefund, {
    description: "Records that open credit of a credit note was paid back to the client.",
  })
  refundCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RefundCreditNoteInput, { description: "Credit note, amount and reason." })
    input: types.RefundCreditNoteInput,
  ): Promise<types.CreditNoteRefund> {
    return refundCreditNote(ctx, input);
  }

  @Mutation(() => types.CreditNote, {
    description: "Voids a credit note of which nothing was applied or refunded. It keeps its number.",
  })
  voidCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.VoidCreditNoteInput, { description: "Credit note to void and the reason." })
    input: types.VoidCreditNoteInput,
  ): Promise<types.CreditNote> {
    return voidCreditNote(ctx, input);
  }

  @Mutation(() => types.SentCreditNote, { description: "E-mails a credit note to the client." })
  sendCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SendCreditNoteInput, { description: "Credit note and optional recipient." })
    input: types.SendCreditNoteInput,
  ): Promise<types.SentCreditNote> {
    return sendCreditNote(ctx, input);
  }

  @Query(() => DocumentFile, { description: "Renders a credit note as a PDF file." })
  creditNotePdf(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CreditNotePdfArgs) args: types.CreditNotePdfArgs,
  ): Promise<DocumentFile> {
    return renderCreditNotePdf(ctx, args);
  }
}
