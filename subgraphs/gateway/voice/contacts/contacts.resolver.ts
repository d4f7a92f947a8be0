import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { deleteContact, updateContact } from "./change-contacts.service.ts";
import * as change from "./change-contacts.types.ts";
import { checkPhoneNumber } from "./check-number.service.ts";
import { createContact, listContacts, readContact } from "./contacts.service.ts";
import * as types from "./contacts.types.ts";
import { importContacts } from "./import-contacts.service.ts";
import * as lists from "./lists.service.ts";

@Resolver()
export class CallContactsResolver {
  @Mutation(() => types.CallContact, {
    description: "Creates a contact whom the account may call. Each phone number is stored once.",
  })
  createCallContact(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateCallContactInput, { description: "Contact to create." })
    input: types.CreateCallContactInput,
  ): Promise<types.CallContact> {
    return createContact(ctx, input);
  }

  @Mutation(() => types.CallContactImport, {
    description:
      "Imports call contacts from CSV text. Updates known numbers and reports invalid rows without importing them.",
  })
  importCallContacts(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.ImportCallContactsInput, { description: "Contacts to import." })
    input: types.ImportCallContactsInput,
  ): Promise<types.CallContactImport> {
    return importContacts(ctx, input);
  }

  @Mutation(() => types.CallContact, { description: "Updates a call contact for future calls." })
  updateCallContact(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => change.UpdateCallContactInput, { description: "Changes to make." })
    input: change.UpdateCallContactInput,
  ): Promise<types.CallContact> {
    return updateContact(ctx, input);
  }

  @Mutation(() => change.DeletedCallContact, {
    description:
      "Deletes a call contact and erases its personal data. Calls keep their times and outcomes without number, transcript and notes. Cancels queued calls and callbacks, and revokes consent. The do-not-call list keeps the number.",
  })
  deleteCallContact(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => change.CallContactIdInput, { description: "Contact to delete." })
    input: change.CallContactIdInput,
  ): Promise<change.DeletedCallContact> {
    return deleteContact(ctx, input);
  }

  @Query(() => change.PhoneNumberCheck, {
    description: "Checks a phone number against national number plans. Returns country, kind and time zones.",
  })
  phoneNumberCheck(
    @Args(() => change.PhoneNumberCheckArgs) args: change.PhoneNumberCheckArgs,
  ): change.PhoneNumberCheck {
    return checkPhoneNumber(args);
  }

  @Query(() => types.CallContact, { description: "Returns a call contact with phone number and variables." })
  callContact(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallContactArgs) args: types.CallContactArgs,
  ): Promise<types.CallContact> {
    return readContact(ctx, args.contactId);
  }

  @Query(() => types.CallContactPage, { description: "Lists the account's call contacts, newest first." })
  callContacts(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallContactsArgs) args: types.CallContactsArgs,
  ): Promise<types.CallContactPage> {
    return listContacts(ctx, args);
  }

  @Mutation(() => types.ContactList, {
    description: "Creates a list of call contacts for campaigns, static or by filter.",
  })
  createContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateContactListInput, { description: "Contact list to create." })
    input: types.CreateContactListInput,
  ): Promise<types.ContactList> {
    return lists.createContactList(ctx, input);
  }

  @Mutation(() => change.DeletedContactList, {
    description: "Deletes a contact list that no campaign uses. Its contacts remain.",
  })
  deleteContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => change.ContactListIdInput, { description: "Contact list to delete." })
    input: change.ContactListIdInput,
  ): Promise<change.DeletedContactList> {
    return lists.deleteContactList(ctx, input);
  }

  @Mutation(() => types.ContactList, { description: "Adds call contacts to a list." })
  addToContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.ContactListMembersInput, { description: "List and contacts to add." })
    input: types.ContactListMembersInput,
  ): Promise<types.ContactList> {
    return lists.addToContactList(ctx, input);
  }

  @Mutation(() => types.ContactList, { description: "Removes call contacts from a list." })
  removeFromContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.ContactListMembersInput, { description: "List and contacts to remove." })
    input: types.ContactListMembersInput,
  ): Promise<types.ContactList> {
    return lists.removeFromContactList(ctx, input);
  }

  @Query(() => types.ContactListPage, {
    description: "Lists the account's call contact lists, newest first.",
  })
  contactLists(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.ContactListsArgs) args: types.ContactListsArgs,
  ): Promise<types.ContactListPage> {
    return lists.listContactLists(ctx, args);
  }
}
