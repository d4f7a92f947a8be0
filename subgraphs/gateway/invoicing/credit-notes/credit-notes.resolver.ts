import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyCreditNote } from "./apply-credit-note.service.ts";
import * as types from "./credit-notes.types.ts";
import { generateCreditNote } from "./generate-credit-note.service.ts";
import { listCreditNotes, readCreditNote } from "./read-credit-notes.service.ts";

@Resolver()
export class CreditNotesResolver {
  @Query(() => types.CreditNote, {
    description: "One of the account's credit notes, with what invoices have got of it.",
  })
  creditNote(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CreditNoteArgs) args: types.CreditNoteArgs,
  ): Promise<types.CreditNote> {
    return readCreditNote(ctx, args.creditNoteId);
  }

  @Query(() => types.CreditNotePage, { description: "The account's credit notes, newest first." })
  creditNotes(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CreditNotesArgs) args: types.CreditNotesArgs,
  ): Promise<types.CreditNotePage> {
    return listCreditNotes(ctx, args);
  }

  @Mutation(() => types.CreditNote, {
    description:
      "Issues a numbered credit note for all or part of an issued invoice. All of them together never exceed it.",
  })
  generateCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.GenerateCreditNoteInput) input: types.GenerateCreditNoteInput,
  ): Promise<types.CreditNote> {
    return generateCreditNote(ctx, input);
  }

  @Mutation(() => types.CreditNote, {
    description: "Applies open credit to an open invoice of the same client and currency.",
  })
  applyCreditNote(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ApplyCreditNoteInput) input: types.ApplyCreditNoteInput,
  ): Promise<types.CreditNote> {
    return applyCreditNote(ctx, input);
  }
}
