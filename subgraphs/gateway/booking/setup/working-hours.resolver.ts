import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as hours from "./working-hours.service.ts";
import * as types from "./working-hours.types.ts";

@Resolver()
export class WorkingHoursResolver {
  @Mutation(() => types.WeeklyHours, {
    description:
      "Sets when a provider works, week by week, by the local clock. An interval may pass midnight.",
  })
  setWeeklyHours(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SetWeeklyHoursInput) input: types.SetWeeklyHoursInput,
  ): Promise<types.WeeklyHours> {
    return hours.setWeeklyHours(ctx, input);
  }

  @Query(() => types.WeeklyHours, {
    description: "The weekly hours of a provider that are in force on a date.",
  })
  weeklyHours(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.WeeklyHoursArgs) args: types.WeeklyHoursArgs,
  ): Promise<types.WeeklyHours> {
    return hours.readWeeklyHours(ctx, args);
  }

  @Mutation(() => types.DateOverride, {
    description: "Replaces a provider's weekly hours on one date; no intervals means closed.",
  })
  addDateOverride(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.AddDateOverrideInput) input: types.AddDateOverrideInput,
  ): Promise<types.DateOverride> {
    return hours.addDateOverride(ctx, input);
  }

  @Mutation(() => types.BlockedTime, {
    description: "Takes time out of a provider's calendar, and names the bookings that stand in it.",
  })
  blockProviderTime(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BlockProviderTimeInput) input: types.BlockProviderTimeInput,
  ): Promise<types.BlockedTime> {
    return hours.blockProviderTime(ctx, input);
  }
}
