import { Arg, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { readLimitUse, recordLimitUse } from "./limits.service.ts";
import { LimitUse, RecordLimitUseInput } from "./limits.types.ts";

@Resolver()
export class LimitsResolver {
  @Directive("@inaccessible")
  @Query(() => LimitUse, { description: "What is on record of a subject's use. For the router alone." })
  limitUse(@Ctx() ctx: HubContext, @Arg("subject", () => String) subject: string): Promise<LimitUse> {
    return readLimitUse(ctx, subject);
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, { description: "Puts on record what was counted. For the router alone." })
  async recordLimitUse(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RecordLimitUseInput) input: RecordLimitUseInput,
  ): Promise<boolean> {
    await recordLimitUse(ctx, input);
    return true;
  }
}
