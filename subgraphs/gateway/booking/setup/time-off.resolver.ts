import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as timeOff from "./time-off.service.ts";
import * as types from "./time-off.types.ts";

@Resolver()
export class TimeOffResolver {
  @Query(() => types.DateOverrideList, {
    description: "Lists the date overrides of a provider in a range of days.",
  })
  dateOverrides(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.DateOverridesArgs) args: types.DateOverridesArgs,
  ): Promise<types.DateOverrideList> {
    return timeOff.listDateOverrides(ctx, args);
  }

  @Mutation(() => types.RemovedTimeOff, {
    description: "Removes a date override, so that the weekly hours apply again.",
  })
  removeDateOverride(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RemoveDateOverrideInput, { description: "Provider and date." })
    input: types.RemoveDateOverrideInput,
  ): Promise<types.RemovedTimeOff> {
    return timeOff.removeDateOverride(ctx, input);
  }

  @Query(() => types.BlockedTimePage, {
    description: "Lists the times blocked by hand in a provider's calendar, newest first.",
  })
  blockedTimes(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BlockedTimesArgs) args: types.BlockedTimesArgs,
  ): Promise<types.BlockedTimePage> {
    return timeOff.listBlockedTimes(ctx, args);
  }

  @Mutation(() => types.RemovedTimeOff, {
    description: "Frees a blocked time of a provider. Imported events cannot be freed.",
  })
  unblockProviderTime(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UnblockProviderTimeInput, { description: "Blocked time to free." })
    input: types.UnblockProviderTimeInput,
  ): Promise<types.RemovedTimeOff> {
    return timeOff.unblockProviderTime(ctx, input);
  }
}
