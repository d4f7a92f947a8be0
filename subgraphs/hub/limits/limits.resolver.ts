import { Arg, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { readLimitUse, recordLimitUse } from "./limits.service.ts";
import { LimitUse, RecordLimitUseInput } from "./limits.types.ts";

@Resolver()
export class LimitsResolver {
  @Directive("@inaccessible")
  @Query(() => LimitUse, {
    description: "Returns the recorded rate limit use of a subject. Internal to the router.",
  })
  limitUse(
    @Ctx() ctx: HubContext,
    @Arg("subject", () => String, { description: "Principal or address whose use is returned." })
    subject: string,
  ): Promise<LimitUse> {
    return readLimitUse(ctx, subject);
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, { description: "Records rate limit use. Internal to the router." })
  async recordLimitUse(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RecordLimitUseInput) input: RecordLimitUseInput,
  ): Promise<boolean> {
    await recordLimitUse(ctx, input);
    return true;
  }
}
