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
  @Query(() => types.BankConnectionList, { description: "Bank connections of the caller, newest first." })
  bankConnections(@Ctx() ctx: HubContext): Promise<types.BankConnectionList> {
    return listConnections(ctx);
  }

  @Query(() => types.BankAccountLimit, {
    description: "How many bank accounts the caller's plan has room for, and how many are connected.",
  })
  bankAccountLimit(@Ctx() ctx: HubContext): Promise<types.BankAccountLimit> {
    return readAccountLimit(ctx);
  }

  @Query(() => types.BankAccountList, { description: "Accounts of a bank connection." })
  bankAccounts(
    @Ctx() ctx: HubContext,
    @Arg("connectionId", () => ID) connectionId: string,
  ): Promise<types.BankAccountList> {
    return listAccounts(ctx, connectionId);
  }

  @Query(() => types.BankBalances, {
    description: "What is on the accounts of a bank connection, at most 5 minutes old.",
  })
  bankBalances(
    @Ctx() ctx: HubContext,
    @Arg("connectionId", () => ID) connectionId: string,
  ): Promise<types.BankBalances> {
    return readBalances(ctx, connectionId);
  }

  @Query(() => transactions.BankTransactionPage, {
    description: "Movements on the caller's bank accounts, newest first; of the last 30 days without dates.",
  })
  bankTransactions(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BankTransactionsArgs) args: inputs.BankTransactionsArgs,
  ): Promise<transactions.BankTransactionPage> {
    return listTransactions(ctx, args);
  }

  @Query(() => banks.InstitutionList, { description: "Banks that can be connected, by part of their name." })
  institutions(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.InstitutionsArgs) args: inputs.InstitutionsArgs,
  ): Promise<banks.InstitutionList> {
    return searchInstitutions(ctx, args);
  }

  @Query(() => banks.Institution, { description: "A bank that can be connected, and how it does." })
  institution(
    @Ctx() ctx: HubContext,
    @Arg("institutionId", () => ID) institutionId: string,
  ): Promise<banks.Institution> {
    return readInstitution(ctx, institutionId);
  }

  @Mutation(() => types.BankLinkToken, {
    description: "Opens the provider's page for a login at a bank, or for repairing one.",
  })
  createBankLinkToken(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateBankLinkTokenInput) input: inputs.CreateBankLinkTokenInput,
  ): Promise<types.BankLinkToken> {
    return createLinkToken(ctx, input);
  }

  @Mutation(() => types.ExchangedBankToken, {
    description:
      "Makes a finished login a connection. A login that is connected already is shared with the app instead.",
  })
  exchangeBankToken(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ExchangeBankTokenInput) input: inputs.ExchangeBankTokenInput,
  ): Promise<types.ExchangedBankToken> {
    return exchangeToken(ctx, input);
  }

  @Query(() => types.BankDuplicateCheck, {
    description: "Whether a login is connected already. Exchanges nothing and changes nothing.",
  })
  bankDuplicate(
    @Ctx() ctx: HubContext,
    @Arg("metadata", () => inputs.BankLinkMetadata) metadata: inputs.BankLinkMetadata,
  ): Promise<types.BankDuplicateCheck> {
    return checkDuplicate(ctx, metadata);
  }

  @Mutation(() => types.BankSyncResult, {
    description: "Brings what is new on a bank connection, once in 6 hours.",
  })
  syncBankConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.SyncBankConnectionInput) input: inputs.SyncBankConnectionInput,
  ): Promise<types.BankSyncResult> {
    return syncBankConnection(ctx, input);
  }

  @Mutation(() => types.ToggledBankApp, {
    description: "Lets an app use a bank connection, or not any more.",
  })
  toggleBankApp(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ToggleBankAppInput) input: inputs.ToggleBankAppInput,
  ): Promise<types.ToggledBankApp> {
    return toggleApp(ctx, input);
  }

  @Mutation(() => types.DisconnectedBank, {
    description: "Ends a bank connection here and at the provider. What it has brought stays.",
  })
  disconnectBank(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.DisconnectBankInput) input: inputs.DisconnectBankInput,
  ): Promise<types.DisconnectedBank> {
    return disconnectBank(ctx, input);
  }

  @Mutation(() => transactions.BankTransaction, {
    description: "Writes the owner's own note or category to a bank transaction; no sync changes them.",
  })
  editBankTransaction(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.EditBankTransactionInput) input: inputs.EditBankTransactionInput,
  ): Promise<transactions.BankTransaction> {
    return editTransaction(ctx, input);
  }

  @Mutation(() => types.ReceivedBankEvent, {
    description: "Takes in what the bank provider sends. Only what it has signed has an effect.",
  })
  receiveBankEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ReceiveBankEventInput) input: inputs.ReceiveBankEventInput,
  ): Promise<types.ReceivedBankEvent> {
    return receiveBankEvent(ctx, input);
  }
}
