import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { readLedgerMapping, updateAutomaticPosting, updateLedgerMapping } from "./ledger-mapping.service.ts";
import * as types from "./ledger-mapping.types.ts";
import { reconcileSubledgers } from "./reconcile-subledgers.service.ts";
import { SubledgerReconciliation, SubledgerReconciliationArgs } from "./subledger.types.ts";
import { syncAppToLedger } from "./sync-app.service.ts";
import { AppLedgerSync, SyncAppToLedgerInput } from "./sync-app.types.ts";

@Resolver()
export class AppPostingsResolver {
  @Query(() => types.LedgerMapping, {
    description: "Returns the ledger accounts that postings of apps use.",
  })
  ledgerMapping(
    @Ctx() ctx: HubContext,
    @Args(() => types.LedgerMappingArgs) args: types.LedgerMappingArgs,
  ): Promise<types.LedgerMapping> {
    return readLedgerMapping(ctx, args);
  }

  @Query(() => SubledgerReconciliation, {
    description: "Compares open invoices, vendor bills and payroll taxes with their control accounts.",
  })
  subledgerReconciliation(
    @Ctx() ctx: HubContext,
    @Args(() => SubledgerReconciliationArgs) args: SubledgerReconciliationArgs,
  ): Promise<SubledgerReconciliation> {
    return reconcileSubledgers(ctx, args);
  }

  @Mutation(() => types.LedgerMapping, {
    description: "Changes the ledger accounts that postings of apps use from now on.",
  })
  updateLedgerMapping(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateLedgerMappingInput, { description: "Purposes and their accounts." })
    input: types.UpdateLedgerMappingInput,
  ): Promise<types.LedgerMapping> {
    return updateLedgerMapping(ctx, input);
  }

  @Mutation(() => types.AutomaticPosting, {
    description: "Switches automatic posting of an app's records to the ledger on or off.",
  })
  updateAutomaticPosting(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateAutomaticPostingInput, { description: "App, and whether it posts." })
    input: types.UpdateAutomaticPostingInput,
  ): Promise<types.AutomaticPosting> {
    return updateAutomaticPosting(ctx, input);
  }

  @Mutation(() => AppLedgerSync, {
    description:
      "Posts an app's invoices, payments, payroll or credits to the ledger, each once. Repeat it at will: what is posted is skipped, what has changed is reversed and posted again.",
  })
  syncAppToLedger(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SyncAppToLedgerInput, { description: "App and days." }) input: SyncAppToLedgerInput,
  ): Promise<AppLedgerSync> {
    return syncAppToLedger(ctx, input);
  }
}
