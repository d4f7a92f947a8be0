import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { readLedgerExportAccounts, updateLedgerExportAccounts } from "./export-mapping.service.ts";
import * as types from "./ledger-export.types.ts";
import { listLedgerExportEntries, listLedgerExports, readLedgerExport } from "./list-exports.service.ts";
import { startLedgerExport } from "./start-export.service.ts";

@Resolver()
export class LedgerExportsResolver {
  @Query(() => types.LedgerExportAccounts, {
    description: "Returns the chart of a QuickBooks or Xero company, and the accounts that exports use.",
  })
  ledgerExportAccounts(
    @Ctx() ctx: HubContext,
    @Args(() => types.LedgerExportAccountsArgs) args: types.LedgerExportAccountsArgs,
  ): Promise<types.LedgerExportAccounts> {
    return readLedgerExportAccounts(ctx, args);
  }

  @Query(() => types.LedgerExportPage, {
    description: "Lists exports of journal entries to QuickBooks or Xero, newest first.",
  })
  ledgerExports(
    @Ctx() ctx: HubContext,
    @Args(() => types.LedgerExportsArgs) args: types.LedgerExportsArgs,
  ): Promise<types.LedgerExportPage> {
    return listLedgerExports(ctx, args);
  }

  @Query(() => types.LedgerExport, {
    description: "Returns an export of journal entries with its progress.",
  })
  ledgerExport(
    @Ctx() ctx: HubContext,
    @Args(() => types.LedgerExportArgs) { exportId }: types.LedgerExportArgs,
  ): Promise<types.LedgerExport> {
    return readLedgerExport(ctx, exportId);
  }

  @Query(() => types.LedgerExportEntryPage, {
    description: "Lists the journal entries of an export, with the result of each.",
  })
  ledgerExportEntries(
    @Ctx() ctx: HubContext,
    @Args(() => types.LedgerExportEntriesArgs) args: types.LedgerExportEntriesArgs,
  ): Promise<types.LedgerExportEntryPage> {
    return listLedgerExportEntries(ctx, args);
  }

  @Mutation(() => types.LedgerExportMapping, {
    description: "Chooses accounts in QuickBooks or Xero for lines of ledger accounts.",
  })
  updateLedgerExportAccounts(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateLedgerExportAccountsInput, { description: "Accounts to change." })
    input: types.UpdateLedgerExportAccountsInput,
  ): Promise<types.LedgerExportMapping> {
    return updateLedgerExportAccounts(ctx, input);
  }

  @Mutation(() => types.LedgerExport, {
    description:
      "Exports the posted journal entries of a period to QuickBooks Online or Xero. A job sends them, each once; overlapping periods send nothing twice. Read the progress with `ledgerExport`.",
  })
  startLedgerExport(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.StartLedgerExportInput, { description: "Period, connection and company." })
    input: types.StartLedgerExportInput,
  ): Promise<types.LedgerExport> {
    return startLedgerExport(ctx, input);
  }
}
