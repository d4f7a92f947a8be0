import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyCreditNote } from "./apply-credit-note.service.ts";
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
}
