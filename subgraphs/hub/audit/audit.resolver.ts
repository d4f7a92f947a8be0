import { Arg, Args, Ctx, Directive, Int, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listAuditLogs } from "./audit-logs.service.ts";
import { chainEntries } from "./audit-trail.service.ts";
import { AuditLogArgs, AuditLogCheck, AuditLogPage, ChainAuditEntriesInput } from "./audit.types.ts";
import { checkTrail } from "./check-trail.service.ts";

@Resolver()
export class AuditResolver {
  @Query(() => AuditLogPage, {
    description: "Who did what on the platform, refused and failed attempts included; newest first.",
  })
  auditLogs(@Ctx() ctx: HubContext, @Args(() => AuditLogArgs) args: AuditLogArgs): Promise<AuditLogPage> {
    return listAuditLogs(ctx, args);
  }

  @Query(() => AuditLogCheck, {
    description:
      "Calculates the hash chain of the audit trail again and tells the first entry that was tampered with.",
  })
  auditLogCheck(
    @Ctx() ctx: HubContext,
    @Arg("from", () => Date, { nullable: true, description: "First UTC day." }) from?: Date | null,
    @Arg("to", () => Date, { nullable: true, description: "Last UTC day." }) to?: Date | null,
  ): Promise<AuditLogCheck> {
    return checkTrail(ctx, { from: from ?? null, to: to ?? null });
  }

  @Directive("@inaccessible")
  @Mutation(() => Int, {
    description: "Takes audit rows of a subgraph into the trail. For the platform alone.",
  })
  chainAuditEntries(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ChainAuditEntriesInput) input: ChainAuditEntriesInput,
  ): Promise<number> {
    return chainEntries(ctx, input);
  }
}
