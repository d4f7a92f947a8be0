import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as change from "./change-clients.service.ts";
import { readClientStatement } from "./client-statement.service.ts";
import * as types from "./clients.types.ts";
import { listClients, readClient } from "./read-clients.service.ts";

@Resolver()
export class ClientsResolver {
  @Query(() => types.Client, { description: "One of the caller's clients, with what they owe and are owed." })
  client(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientArgs) args: types.ClientArgs,
  ): Promise<types.Client> {
    return readClient(ctx, args.clientId);
  }

  @Query(() => types.ClientPage, {
    description: "The caller's clients, newest first; archived ones when asked for.",
  })
  clients(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientsArgs) args: types.ClientsArgs,
  ): Promise<types.ClientPage> {
    return listClients(ctx, args);
  }

  @Query(() => types.ClientStatement, {
    description: "A client's account between two days: opening, every invoice, payment and credit, closing.",
  })
  clientStatement(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientStatementArgs) args: types.ClientStatementArgs,
  ): Promise<types.ClientStatement> {
    return readClientStatement(ctx, args);
  }

  @Mutation(() => types.Client, { description: "Creates a client to bill." })
  createClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateClientInput) input: types.CreateClientInput,
  ): Promise<types.Client> {
    return change.createClient(ctx, input);
  }

  @Mutation(() => types.Client, {
    description: "Changes a client. Documents that exist keep what they say of them.",
  })
  updateClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateClientInput) input: types.UpdateClientInput,
  ): Promise<types.Client> {
    return change.updateClient(ctx, input);
  }

  @Mutation(() => types.Client, {
    description: "Hides a client; refused while a recurring invoice of theirs has not ended.",
  })
  archiveClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ClientIdInput) input: types.ClientIdInput,
  ): Promise<types.Client> {
    return change.archiveClient(ctx, input);
  }

  @Mutation(() => types.Client, { description: "Shows an archived client again." })
  restoreClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ClientIdInput) input: types.ClientIdInput,
  ): Promise<types.Client> {
    return change.restoreClient(ctx, input);
  }

  @Mutation(() => types.DeletedClient, { description: "Deletes a client that has no documents." })
  deleteClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ClientIdInput) input: types.ClientIdInput,
  ): Promise<types.DeletedClient> {
    return change.deleteClient(ctx, input);
  }
}
