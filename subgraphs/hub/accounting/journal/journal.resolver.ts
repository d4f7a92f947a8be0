import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import {
  createJournalEntry,
  deleteJournalEntry,
  listJournalEntries,
  postJournalEntry,
  readJournalEntry,
} from "./journal-entries.service.ts";
import * as inputs from "./journal-inputs.types.ts";
import { DeletedJournalEntry, JournalEntry, JournalEntryPage } from "./journal.types.ts";
import { reverseJournalEntry } from "./reverse-entry.service.ts";

@Resolver()
export class JournalResolver {
  @Query(() => JournalEntry, { description: "Returns one journal entry with its lines." })
  journalEntry(
    @Ctx() ctx: HubContext,
    @Arg("entryId", () => ID, { description: "ID of the journal entry to read." }) entryId: string,
  ): Promise<JournalEntry> {
    return readJournalEntry(ctx, entryId);
  }

  @Query(() => JournalEntryPage, { description: "Lists journal entries of a ledger, latest date first." })
  journalEntries(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.JournalEntriesArgs) args: inputs.JournalEntriesArgs,
  ): Promise<JournalEntryPage> {
    return listJournalEntries(ctx, args);
  }

  @Mutation(() => JournalEntry, {
    description: "Creates a journal entry as a draft. Refused unless debits equal credits.",
  })
  createJournalEntry(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateJournalEntryInput, { description: "Entry to keep as a draft." })
    input: inputs.CreateJournalEntryInput,
  ): Promise<JournalEntry> {
    return createJournalEntry(ctx, input);
  }

  @Mutation(() => DeletedJournalEntry, { description: "Deletes a draft of a journal entry." })
  deleteJournalEntry(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.JournalEntryInput, { description: "Draft to delete." })
    input: inputs.JournalEntryInput,
  ): Promise<DeletedJournalEntry> {
    return deleteJournalEntry(ctx, input);
  }

  @Mutation(() => JournalEntry, {
    description: "Posts a draft to the books. The entry gets its number and never changes again.",
  })
  postJournalEntry(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.JournalEntryInput, { description: "Draft to post." })
    input: inputs.JournalEntryInput,
  ): Promise<JournalEntry> {
    return postJournalEntry(ctx, input);
  }

  @Mutation(() => JournalEntry, {
    description: "Reverses a posted journal entry once, by posting its mirror. Returns the new entry.",
  })
  reverseJournalEntry(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ReverseJournalEntryInput, { description: "Entry to reverse, and the date." })
    input: inputs.ReverseJournalEntryInput,
  ): Promise<JournalEntry> {
    return reverseJournalEntry(ctx, input);
  }
}
