import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listAccountAuditLog, writeAccountAuditFile } from "./account-audit-log.service.ts";
import * as audit from "./account-audit.types.ts";
import { checkAccountChain } from "./check-account-chain.service.ts";

@Resolver()
export class AccountAuditResolver {
  @Query(() => audit.AccountAuditLogPage, {
    description: "Lists actions in the account, including denied and failed ones, newest first.",
  })
  accountAuditLog(
    @Ctx() ctx: HubContext,
    @Args(() => audit.AccountAuditLogArgs) args: audit.AccountAuditLogArgs,
  ): Promise<audit.AccountAuditLogPage> {
    return listAccountAuditLog(ctx, args);
  }

  @Query(() => audit.AccountAuditFile, {
    description: "Returns actions in the account as a CSV or JSON Lines file, newest first.",
  })
  accountAuditFile(
    @Ctx() ctx: HubContext,
    @Args(() => audit.AccountAuditFileArgs) args: audit.AccountAuditFileArgs,
  ): Promise<audit.AccountAuditFile> {
    return writeAccountAuditFile(ctx, args);
  }

  @Query(() => audit.AccountAuditCheck, {
    description:
      "Verifies the hash chain of the account's audit entries. It shows whether one was changed, removed or inserted.",
  })
  accountAuditCheck(
    @Ctx() ctx: HubContext,
    @Args(() => audit.AccountAuditCheckArgs) args: audit.AccountAuditCheckArgs,
  ): Promise<audit.AccountAuditCheck> {
    return checkAccountChain(ctx, args);
  }
}
