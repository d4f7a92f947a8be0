import { Arg, Args, Ctx, Directive, Int, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listAuditLogs } from "./audit-logs.service.ts";
import { chainEntries } from "./audit-trail.service.ts";
import { AuditLogArgs, AuditLogCheck, AuditLogPage, ChainAuditEntriesInput } from "./audit.types.ts";
import { checkTrail } from "./check-trail.service.ts";

@Resolver()
export class AuditResolver {
  @Query(() => AuditLogPage, {
    description: "Lists actions on the platform, including denied and failed ones, newest first.",
  })
  auditLogs(@Ctx() ctx: HubContext, @Args(() => AuditLogArgs) args: AuditLogArgs): Promise<AuditLogPage> {
    return listAuditLogs(ctx, args);
  }

  @Query(() => AuditLogCheck, {
    description: "Verifies the hash chain of the audit trail and returns the first tampered entry.",
  })
  auditLogCheck(
    @Ctx() ctx: HubContext,
    @Arg("from", () => Date, {
      nullable: true,
      description: "First UTC day to verify. Omit to start at the oldest entry.",
    })
    from?: Date | null,
    @Arg("to", () => Date, {
      nullable: true,
      description: "Last UTC day to verify. Omit to include the newest entry.",
    })
    to?: Date | null,
  ): Promise<AuditLogCheck> {
    return checkTrail(ctx, { from: from ?? null, to: to ?? null });
  }

  @Directive("@inaccessible")
  @Mutation(() => Int, {
    description: "Adds audit entries of a subgraph to the trail. Internal to the platform.",
  })
  chainAuditEntries(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ChainAuditEntriesInput) input: ChainAuditEntriesInput,
  ): Promise<number> {
    return chainEntries(ctx, input);
  }
}
