import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { createChartOfAccounts, importChartOfAccounts } from "./chart.service.ts";
import * as inputs from "./ledger-account-inputs.types.ts";
import { ChartOfAccounts, LedgerAccount, LedgerAccountList } from "./ledger-account.types.ts";
import {
  archiveLedgerAccount,
  createLedgerAccount,
  listLedgerAccounts,
  updateLedgerAccount,
} from "./ledger-accounts.service.ts";

@Resolver()
export class LedgerAccountsResolver {
  @Query(() => LedgerAccountList, {
    description: "Lists the chart of accounts of a ledger as a tree, with balances.",
  })
  ledgerAccounts(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.LedgerAccountsArgs) args: inputs.LedgerAccountsArgs,
  ): Promise<LedgerAccountList> {
    return listLedgerAccounts(ctx, args);
  }

  @Mutation(() => LedgerAccount, { description: "Adds an account to the chart of accounts." })
  createLedgerAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateLedgerAccountInput, { description: "Account to add." })
    input: inputs.CreateLedgerAccountInput,
  ): Promise<LedgerAccount> {
    return createLedgerAccount(ctx, input);
  }

  @Mutation(() => LedgerAccount, {
    description: "Renames, moves or restores a ledger account. The type stays once the account has lines.",
  })
  updateLedgerAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateLedgerAccountInput, { description: "Account and the fields to change." })
    input: inputs.UpdateLedgerAccountInput,
  ): Promise<LedgerAccount> {
    return updateLedgerAccount(ctx, input);
  }

  @Mutation(() => LedgerAccount, {
    description: "Archives a ledger account with a balance of zero. Its history stays in reports.",
  })
  archiveLedgerAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ArchiveLedgerAccountInput, { description: "Account to archive." })
    input: inputs.ArchiveLedgerAccountInput,
  ): Promise<LedgerAccount> {
    return archiveLedgerAccount(ctx, input);
  }

  @Mutation(() => ChartOfAccounts, {
    description: "Creates a chart of accounts from a template. Accounts that exist stay as they are.",
  })
  createChartOfAccounts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateChartOfAccountsInput, { description: "Template and ledger." })
    input: inputs.CreateChartOfAccountsInput,
  ): Promise<ChartOfAccounts> {
    return createChartOfAccounts(ctx, input);
  }

  @Mutation(() => ChartOfAccounts, {
    description:
      "Imports a chart of accounts from a CSV file, in full or not at all. Known codes are renamed and moved.",
  })
  importChartOfAccounts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ImportChartOfAccountsInput, { description: "CSV file and ledger." })
    input: inputs.ImportChartOfAccountsInput,
  ): Promise<ChartOfAccounts> {
    return importChartOfAccounts(ctx, input);
  }
}
