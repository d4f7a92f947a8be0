import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { createContact, deleteContact, updateContact } from "./contact-changes.service.ts";
import * as inputs from "./contact-inputs.types.ts";
import { listContacts, readConsentHistory, readContact } from "./contact-list.service.ts";
import { tagContacts } from "./contact-tags.service.ts";
import * as types from "./contact.types.ts";
import { listRemarks, readReport } from "../imports/import-report.service.ts";
import * as imports from "../imports/import.types.ts";
import { importContacts, listImports, readImport } from "../imports/imports.service.ts";

@Resolver()
export class ContactsResolver {
  @Query(() => types.CrmContactPage, {
    description: "The account's contacts, the newest first; archived ones only when asked for.",
  })
  contacts(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.ContactsArgs) args: inputs.ContactsArgs,
  ): Promise<types.CrmContactPage> {
    return listContacts(ctx, args);
  }

  @Query(() => types.CrmContact, { description: "One contact." })
  contact(@Ctx() ctx: HubContext, @Arg("contactId", () => ID) contactId: string): Promise<types.CrmContact> {
    return readContact(ctx, contactId);
  }

  @Query(() => types.CrmConsentHistory, {
    description: "What was said about writing to a contact or calling it, the latest 200.",
  })
  contactConsents(
    @Ctx() ctx: HubContext,
    @Arg("contactId", () => ID) contactId: string,
  ): Promise<types.CrmConsentHistory> {
    return readConsentHistory(ctx, contactId);
  }

  @Mutation(() => types.CrmContact, {
    description: "Adds somebody with an e-mail address or a phone number, as far as the plan has room.",
  })
  createContact(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateContactInput) input: inputs.CreateContactInput,
  ): Promise<types.CrmContact> {
    return createContact(ctx, input);
  }

  @Mutation(() => types.CrmContact, {
    description: "Changes what is given of a contact, puts it away or takes it back.",
  })
  updateContact(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateContactInput) input: inputs.UpdateContactInput,
  ): Promise<types.CrmContact> {
    return updateContact(ctx, input);
  }

  @Mutation(() => types.DeletedCrmContact, {
    description:
      "Erases the personal data of a contact; opt-outs stay. To keep the data, archive it instead.",
  })
  deleteContact(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.DeleteContactInput) input: inputs.DeleteContactInput,
  ): Promise<types.DeletedCrmContact> {
    return deleteContact(ctx, input.contactId);
  }

  @Mutation(() => types.TaggedCrmContacts, {
    description: "Gives tags to contacts and takes tags from them.",
  })
  tagContacts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.TagContactsInput) input: inputs.TagContactsInput,
  ): Promise<types.TaggedCrmContacts> {
    return tagContacts(ctx, input);
  }

  @Mutation(() => imports.CrmImport, {
    description:
      "Takes in a CSV file of contacts: adds who is new, changes whose e-mail is known, and says of every other row why " +
      "not. The same file again changes nothing, and no file takes an opt-out back.",
  })
  importContacts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => imports.ImportContactsInput) input: imports.ImportContactsInput,
  ): Promise<imports.CrmImport> {
    return importContacts(ctx, input);
  }

  @Query(() => imports.CrmImportPage, { description: "Imports of contacts, the newest first." })
  contactImports(
    @Ctx() ctx: HubContext,
    @Args(() => imports.ImportsArgs) args: imports.ImportsArgs,
  ): Promise<imports.CrmImportPage> {
    return listImports(ctx, args);
  }

  @Query(() => imports.CrmImport, { description: "How far an import of contacts is." })
  contactImport(
    @Ctx() ctx: HubContext,
    @Arg("importId", () => ID) importId: string,
  ): Promise<imports.CrmImport> {
    return readImport(ctx, importId);
  }

  @Query(() => imports.CrmImportRemarkPage, {
    description: "Rows of an import that were rejected, and what was left out of others, by line.",
  })
  contactImportRemarks(
    @Ctx() ctx: HubContext,
    @Args(() => imports.ImportRemarksArgs) args: imports.ImportRemarksArgs,
  ): Promise<imports.CrmImportRemarkPage> {
    return listRemarks(ctx, args);
  }

  @Query(() => imports.CrmImportReport, { description: "All remarks on an import as a CSV file." })
  contactImportReport(
    @Ctx() ctx: HubContext,
    @Args(() => imports.ImportReportArgs) { importId }: imports.ImportReportArgs,
  ): Promise<imports.CrmImportReport> {
    return readReport(ctx, importId);
  }
}
