import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as contacts from "./client-contacts.service.ts";
import * as types from "./client-contacts.types.ts";

@Resolver()
export class ClientContactsResolver {
  @Query(() => types.ClientContactList, {
    description: "Lists the contacts of a client, the primary one first.",
  })
  clientContacts(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientContactsArgs) args: types.ClientContactsArgs,
  ): Promise<types.ClientContactList> {
    return contacts.listClientContacts(ctx, args);
  }

  @Mutation(() => types.ClientContact, { description: "Adds a person who can receive a client's documents." })
  addClientContact(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.AddClientContactInput, { description: "Client and details of the person." })
    input: types.AddClientContactInput,
  ): Promise<types.ClientContact> {
    return contacts.addClientContact(ctx, input);
  }

  @Mutation(() => types.ClientContact, {
    description: "Updates a client contact. A new primary contact replaces the earlier one.",
  })
  updateClientContact(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateClientContactInput, { description: "Contact and the fields to change." })
    input: types.UpdateClientContactInput,
  ): Promise<types.ClientContact> {
    return contacts.updateClientContact(ctx, input);
  }

  @Mutation(() => types.RemovedClientContact, {
    description: "Removes a client contact, unless it is the only recipient of invoices.",
  })
  removeClientContact(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.RemoveClientContactInput, { description: "ID of the contact to remove." })
    input: types.RemoveClientContactInput,
  ): Promise<types.RemovedClientContact> {
    return contacts.removeClientContact(ctx, input);
  }
}
