import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { createContact, deleteContact, updateContact } from "./contact-changes.service.ts";
import * as inputs from "./contact-inputs.types.ts";
import { listContacts, readConsentHistory, readContact } from "./contact-list.service.ts";
import { mergeContacts } from "./merge-contacts.service.ts";
import { MergeContactsInput } from "./merge.types.ts";
import { searchContacts } from "./search-contacts.service.ts";
import { tagContacts } from "./contact-tags.service.ts";
import * as types from "./contact.types.ts";
import { importConnectedContacts } from "../connected-contacts/connected-import.service.ts";
import { ImportConnectedContactsInput } from "../connected-contacts/connected-import.types.ts";
import { listRemarks, readReport } from "../imports/import-report.service.ts";
import * as imports from "../imports/import.types.ts";
import { importContacts, listImports, readImport } from "../imports/imports.service.ts";

@Resolver()
export class ContactsResolver {
  @Query(() => types.CrmContactPage, {
    description:
      "Lists contacts of the account, newest first. Archived contacts are included only when `status` asks for them.",
  })
  contacts(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.ContactsArgs) args: inputs.ContactsArgs,
  ): Promise<types.CrmContactPage> {
    return listContacts(ctx, args);
  }

  @Query(() => types.CrmContactPage, {
    description:
      "Searches contacts by words in any of their data, best matches first. Archived contacts are left out.",
  })
  searchContacts(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.SearchContactsArgs) args: inputs.SearchContactsArgs,
  ): Promise<types.CrmContactPage> {
    return searchContacts(ctx, args);
  }

  @Query(() => types.CrmContact, { description: "Returns one contact with its latest activities." })
  contact(
    @Ctx() ctx: HubContext,
    @Arg("contactId", () => ID, { description: "ID of the contact to read." }) contactId: string,
  ): Promise<types.CrmContact> {
    return readContact(ctx, contactId);
  }

  @Query(() => types.CrmConsentHistory, {
    description: "Lists the last 200 consent changes of a contact, latest first.",
  })
  contactConsents(
    @Ctx() ctx: HubContext,
    @Arg("contactId", () => ID, { description: "ID of the contact whose consent history to read." })
    contactId: string,
  ): Promise<types.CrmConsentHistory> {
    return readConsentHistory(ctx, contactId);
  }

  @Mutation(() => types.CrmContact, {
    description:
      "Creates a contact with an e-mail address, a phone number or both. Limited by the plan's contact quota.",
  })
  createContact(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateContactInput, { description: "Contact to create." })
    input: inputs.CreateContactInput,
  ): Promise<types.CrmContact> {
    return createContact(ctx, input);
  }

  @Mutation(() => types.CrmContact, {
    description: "Updates, archives or restores a contact.",
  })
  updateContact(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateContactInput, { description: "Contact ID and the fields to change." })
    input: inputs.UpdateContactInput,
  ): Promise<types.CrmContact> {
    return updateContact(ctx, input);
  }

  @Mutation(() => types.CrmContact, {
    description:
      "Merges two contacts of the same person. The stricter consent wins; deals, tasks and history move.",
  })
  mergeContacts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => MergeContactsInput, { description: "Contacts to merge." }) input: MergeContactsInput,
  ): Promise<types.CrmContact> {
    return mergeContacts(ctx, input);
  }

  @Mutation(() => types.DeletedCrmContact, {
    description:
      "Erases the personal data of a contact; opt-outs are kept. To keep the data, archive the contact instead.",
  })
  deleteContact(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.DeleteContactInput, { description: "Contact to erase." })
    input: inputs.DeleteContactInput,
  ): Promise<types.DeletedCrmContact> {
    return deleteContact(ctx, input.contactId);
  }

  @Mutation(() => types.TaggedCrmContacts, {
    description: "Adds tags to contacts and removes tags from them.",
  })
  tagContacts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.TagContactsInput, { description: "Contacts and the tags to add or remove." })
    input: inputs.TagContactsInput,
  ): Promise<types.TaggedCrmContacts> {
    return tagContacts(ctx, input);
  }

  @Mutation(() => imports.CrmImport, {
    description:
      "Imports contacts from a CSV file. Creates new contacts, updates those with a known e-mail address and reports why other rows were rejected. Importing the same file again changes nothing; no import reverses an opt-out.",
  })
  importContacts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => imports.ImportContactsInput, { description: "CSV file and import options." })
    input: imports.ImportContactsInput,
  ): Promise<imports.CrmImport> {
    return importContacts(ctx, input);
  }

  @Mutation(() => imports.CrmImport, {
    description:
      "Imports the address book of a connected Google or Microsoft account. Updates people imported before, and leaves consents as they are.",
  })
  importConnectedContacts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ImportConnectedContactsInput, { description: "Connection and import options." })
    input: ImportConnectedContactsInput,
  ): Promise<imports.CrmImport> {
    return importConnectedContacts(ctx, input);
  }

  @Query(() => imports.CrmImportPage, { description: "Lists imports of contacts, newest first." })
  contactImports(
    @Ctx() ctx: HubContext,
    @Args(() => imports.ImportsArgs) args: imports.ImportsArgs,
  ): Promise<imports.CrmImportPage> {
    return listImports(ctx, args);
  }

  @Query(() => imports.CrmImport, { description: "Returns the progress of a contact import." })
  contactImport(
    @Ctx() ctx: HubContext,
    @Arg("importId", () => ID, { description: "ID of the import to read." }) importId: string,
  ): Promise<imports.CrmImport> {
    return readImport(ctx, importId);
  }

  @Query(() => imports.CrmImportRemarkPage, {
    description: "Lists rejected rows and skipped values of an import, by line.",
  })
  contactImportRemarks(
    @Ctx() ctx: HubContext,
    @Args(() => imports.ImportRemarksArgs) args: imports.ImportRemarksArgs,
  ): Promise<imports.CrmImportRemarkPage> {
    return listRemarks(ctx, args);
  }

  @Query(() => imports.CrmImportReport, { description: "Returns all remarks on an import as a CSV file." })
  contactImportReport(
    @Ctx() ctx: HubContext,
    @Args(() => imports.ImportReportArgs) { importId }: imports.ImportReportArgs,
  ): Promise<imports.CrmImportReport> {
    return readReport(ctx, importId);
  }
}
