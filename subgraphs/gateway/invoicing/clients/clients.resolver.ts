import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import * as change from "./change-clients.service.ts";
import { readClientBalance } from "./client-balance.service.ts";
import { readClientStatement } from "./client-statement.service.ts";
import * as records from "./client-records.types.ts";
import * as types from "./clients.types.ts";
import { mergeClients } from "./merge-clients.service.ts";
import { listClients, readClient } from "./read-clients.service.ts";
import { DocumentFile } from "../documents/document-file.types.ts";
import { renderStatementPdf } from "./statement-pdf.service.ts";
import * as statements from "./client-statement.types.ts";

@Resolver()
export class ClientsResolver {
  @Query(() => types.Client, {
    description: "Returns a client by ID or e-mail address, with open balances and credit.",
  })
  client(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientArgs) args: types.ClientArgs,
  ): Promise<types.Client> {
    return readClient(ctx, args.clientId);
  }

  @Query(() => types.ClientPage, {
    description: "Lists clients, newest first. Archived clients are returned only on request.",
  })
  clients(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.ClientsArgs) args: types.ClientsArgs,
  ): Promise<types.ClientPage> {
    return listClients(ctx, args);
  }

  @Query(() => statements.ClientStatement, {
    description:
      "Returns a client's account statement: opening balance, invoices, payments, credits, closing balance.",
  })
  clientStatement(
    @Ctx() ctx: InvoicingContext,
    @Args(() => statements.ClientStatementArgs) args: statements.ClientStatementArgs,
  ): Promise<statements.ClientStatement> {
    return readClientStatement(ctx, args);
  }

  @Query(() => DocumentFile, { description: "Renders the account statement of a client as a PDF file." })
  clientStatementPdf(
    @Ctx() ctx: InvoicingContext,
    @Args(() => statements.ClientStatementPdfArgs) args: statements.ClientStatementPdfArgs,
  ): Promise<DocumentFile> {
    return renderStatementPdf(ctx, args);
  }

  @Query(() => records.DatedClientBalance, {
    description: "Returns what a client owes and is owed at the end of a day.",
  })
  clientBalance(
    @Ctx() ctx: InvoicingContext,
    @Args(() => records.ClientBalanceArgs) args: records.ClientBalanceArgs,
  ): Promise<records.DatedClientBalance> {
    return readClientBalance(ctx, args);
  }

  @Mutation(() => types.Client, {
    description:
      "Merges a client into another: moves all documents, payments and contacts, then archives it.",
  })
  mergeClients(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => records.MergeClientsInput, { description: "Client to archive and client to keep." })
    input: records.MergeClientsInput,
  ): Promise<types.Client> {
    return mergeClients(ctx, input);
  }

  @Mutation(() => types.Client, { description: "Creates a client to bill." })
  createClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateClientInput, { description: "Details of the new client." })
    input: types.CreateClientInput,
  ): Promise<types.Client> {
    return change.createClient(ctx, input);
  }

  @Mutation(() => types.Client, {
    description: "Updates a client. Existing documents keep the details they were created with.",
  })
  updateClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateClientInput, { description: "Client and the fields to change." })
    input: types.UpdateClientInput,
  ): Promise<types.Client> {
    return change.updateClient(ctx, input);
  }

  @Mutation(() => types.Client, {
    description:
      "Archives a client and hides it from lists. Rejected while the client has a recurring invoice that has not ended.",
  })
  archiveClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ClientIdInput, { description: "ID of the client to archive." })
    input: types.ClientIdInput,
  ): Promise<types.Client> {
    return change.archiveClient(ctx, input);
  }

  @Mutation(() => types.Client, { description: "Restores an archived client." })
  restoreClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ClientIdInput, { description: "ID of the archived client to restore." })
    input: types.ClientIdInput,
  ): Promise<types.Client> {
    return change.restoreClient(ctx, input);
  }

  @Mutation(() => types.DeletedClient, { description: "Deletes a client that has no documents." })
  deleteClient(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ClientIdInput, { description: "ID of the client to delete." })
    input: types.ClientIdInput,
  ): Promise<types.DeletedClient> {
    return change.deleteClient(ctx, input);
  }
}
