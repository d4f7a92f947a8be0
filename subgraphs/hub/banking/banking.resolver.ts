import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { readAccountLimit } from "./connections/account-limit.service.ts";
import { readBalances } from "./connections/balances.service.ts";
import * as inputs from "./banking-inputs.types.ts";
import * as transactions from "./transactions/bank-transactions.types.ts";
import * as types from "./banking.types.ts";
import {
  checkDuplicate,
  listAccounts,
  listConnections,
  toggleApp,
} from "./connections/connections.service.ts";
import { disconnectBank } from "./connections/disconnect.service.ts";
import { exchangeToken } from "./connections/exchange.service.ts";
import * as banks from "./connections/institutions.types.ts";
import { readInstitution, searchInstitutions } from "./connections/institutions.service.ts";
import { createLinkToken } from "./connections/link.service.ts";
import { syncBankConnection } from "./transactions/sync.service.ts";
import { editTransaction, listTransactions } from "./transactions/transactions.service.ts";
import { receiveBankEvent } from "./webhooks/webhook.service.ts";

@Resolver()
export class BankingResolver {
  @Query(() => types.BankConnectionList, {
    description: "Lists bank connections of the account, newest first.",
  })
  bankConnections(@Ctx() ctx: HubContext): Promise<types.BankConnectionList> {
    return listConnections(ctx);
  }

  @Query(() => types.BankAccountLimit, {
    description: "Returns how many bank accounts the plan allows, and how many are connected.",
  })
  bankAccountLimit(@Ctx() ctx: HubContext): Promise<types.BankAccountLimit> {
    return readAccountLimit(ctx);
  }

  @Query(() => types.BankAccountList, { description: "Lists the accounts of a bank connection." })
  bankAccounts(
    @Ctx() ctx: HubContext,
    @Arg("connectionId", () => ID, { description: "ID of the bank connection." }) connectionId: string,
  ): Promise<types.BankAccountList> {
    return listAccounts(ctx, connectionId);
  }

  @Query(() => types.BankBalances, {
    description: "Returns account balances of a bank connection, at most 5 minutes old.",
  })
  bankBalances(
    @Ctx() ctx: HubContext,
    @Arg("connectionId", () => ID, { description: "ID of the bank connection." }) connectionId: string,
  ): Promise<types.BankBalances> {
    return readBalances(ctx, connectionId);
  }

  @Query(() => transactions.BankTransactionPage, {
    description: "Lists bank transactions, newest first. Without dates, those of the last 30 days.",
  })
  bankTransactions(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankTransactionsArgs) args: inputs.BankTransactionsArgs,
  ): Promise<transactions.BankTransactionPage> {
    return listTransactions(ctx, args);
  }

  @Query(() => banks.InstitutionList, {
    description: "Searches banks that can be connected, by part of their name.",
  })
  institutions(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.InstitutionsArgs) args: inputs.InstitutionsArgs,
  ): Promise<banks.InstitutionList> {
    return searchInstitutions(ctx, args);
  }

  @Query(() => banks.Institution, { description: "Returns one bank and its current availability." })
  institution(
    @Ctx() ctx: HubContext,
    @Arg("institutionId", () => ID, { description: "ID of the bank." }) institutionId: string,
  ): Promise<banks.Institution> {
    return readInstitution(ctx, institutionId);
  }

  @Mutation(() => types.BankLinkToken, {
    description: "Creates a token for the provider's login page. Use it to connect a bank or repair a login.",
  })
  createBankLinkToken(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateBankLinkTokenInput, {
      description: "App, products and optional connection to repair.",
    })
    input: inputs.CreateBankLinkTokenInput,
  ): Promise<types.BankLinkToken> {
    return createLinkToken(ctx, input);
  }

  @Mutation(() => types.ExchangedBankToken, {
    description:
      "Creates a bank connection from a finished login. A login that is already connected is shared with the app instead.",
  })
  exchangeBankToken(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ExchangeBankTokenInput, {
      description: "Token and metadata of the finished login.",
    })
    input: inputs.ExchangeBankTokenInput,
  ): Promise<types.ExchangedBankToken> {
    return exchangeToken(ctx, input);
  }

  @Query(() => types.BankDuplicateCheck, {
    description: "Checks whether a bank login is already connected. Changes nothing.",
  })
  bankDuplicate(
    @Ctx() ctx: HubContext,
    @Arg("metadata", () => inputs.BankLinkMetadata, {
      description: "Metadata of the login from the provider's page.",
    })
    metadata: inputs.BankLinkMetadata,
  ): Promise<types.BankDuplicateCheck> {
    return checkDuplicate(ctx, metadata);
  }

  @Mutation(() => types.BankSyncResult, {
    description: "Imports new transactions and balances of a bank connection, once every 6 hours.",
  })
  syncBankConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.SyncBankConnectionInput, { description: "Connection to sync." })
    input: inputs.SyncBankConnectionInput,
  ): Promise<types.BankSyncResult> {
    return syncBankConnection(ctx, input);
  }

  @Mutation(() => types.ToggledBankApp, {
    description: "Allows or stops an app's use of a bank connection.",
  })
  toggleBankApp(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ToggleBankAppInput, { description: "Connection, app and the new setting." })
    input: inputs.ToggleBankAppInput,
  ): Promise<types.ToggledBankApp> {
    return toggleApp(ctx, input);
  }

  @Mutation(() => types.DisconnectedBank, {
    description: "Disconnects a bank here and at the provider. Imported data is kept.",
  })
  disconnectBank(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.DisconnectBankInput, { description: "Connection to end." })
    input: inputs.DisconnectBankInput,
  ): Promise<types.DisconnectedBank> {
    return disconnectBank(ctx, input);
  }

  @Mutation(() => transactions.BankTransaction, {
    description: "Sets the owner's note or category of a bank transaction. Later syncs keep them.",
  })
  editBankTransaction(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.EditBankTransactionInput, {
      description: "Transaction and the fields to change.",
    })
    input: inputs.EditBankTransactionInput,
  ): Promise<transactions.BankTransaction> {
    return editTransaction(ctx, input);
  }

  @Mutation(() => types.ReceivedBankEvent, {
    description: "Receives a signed webhook of the bank provider.",
  })
  receiveBankEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ReceiveBankEventInput, { description: "Signed webhook request." })
    input: inputs.ReceiveBankEventInput,
  ): Promise<types.ReceivedBankEvent> {
    return receiveBankEvent(ctx, input);
  }
}
