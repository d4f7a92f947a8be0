import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { createContact, listContacts, readContact } from "./contacts.service.ts";
import * as types from "./contacts.types.ts";
import { importContacts } from "./import-contacts.service.ts";
import * as lists from "./lists.service.ts";

@Resolver()
export class CallContactsResolver {
  @Mutation(() => types.CallContact, {
    description: "Adds somebody whom the account may call; the number is kept in E.164, once.",
  })
  createCallContact(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateCallContactInput) input: types.CreateCallContactInput,
  ): Promise<types.CallContact> {
    return createContact(ctx, input);
  }

  @Mutation(() => types.CallContactImport, {
    description:
      "Adds contacts of a CSV text; known numbers are merged, rows with faults are told and left out.",
  })
  importCallContacts(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.ImportCallContactsInput) input: types.ImportCallContactsInput,
  ): Promise<types.CallContactImport> {
    return importContacts(ctx, input);
  }

  @Query(() => types.CallContact, { description: "One of the account's call contacts." })
  callContact(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallContactArgs) args: types.CallContactArgs,
  ): Promise<types.CallContact> {
    return readContact(ctx, args.contactId);
  }

  @Query(() => types.CallContactPage, { description: "The account's call contacts, newest first." })
  callContacts(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallContactsArgs) args: types.CallContactsArgs,
  ): Promise<types.CallContactPage> {
    return listContacts(ctx, args);
  }

  @Mutation(() => types.ContactList, { description: "Makes a list of call contacts, for campaigns." })
  createContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateContactListInput) input: types.CreateContactListInput,
  ): Promise<types.ContactList> {
    return lists.createContactList(ctx, input);
  }

  @Mutation(() => types.ContactList, { description: "Adds call contacts to a list." })
  addToContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.ContactListMembersInput) input: types.ContactListMembersInput,
  ): Promise<types.ContactList> {
    return lists.addToContactList(ctx, input);
  }

  @Mutation(() => types.ContactList, { description: "Takes call contacts out of a list." })
  removeFromContactList(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.ContactListMembersInput) input: types.ContactListMembersInput,
  ): Promise<types.ContactList> {
    return lists.removeFromContactList(ctx, input);
  }

  @Query(() => types.ContactListPage, { description: "The account's lists of call contacts, newest first." })
  contactLists(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.ContactListsArgs) args: types.ContactListsArgs,
  ): Promise<types.ContactListPage> {
    return lists.listContactLists(ctx, args);
  }
}
