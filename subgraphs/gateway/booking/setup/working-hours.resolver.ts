import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as hours from "./working-hours.service.ts";
import * as types from "./working-hours.types.ts";

@Resolver()
export class WorkingHoursResolver {
  @Mutation(() => types.WeeklyHours, {
    description: "Sets a provider's weekly working hours in local time. An interval may pass midnight.",
  })
  setWeeklyHours(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SetWeeklyHoursInput, { description: "Provider and working hours." })
    input: types.SetWeeklyHoursInput,
  ): Promise<types.WeeklyHours> {
    return hours.setWeeklyHours(ctx, input);
  }

  @Query(() => types.WeeklyHours, {
    description: "Returns the weekly working hours of a provider on a date.",
  })
  weeklyHours(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.WeeklyHoursArgs) args: types.WeeklyHoursArgs,
  ): Promise<types.WeeklyHours> {
    return hours.readWeeklyHours(ctx, args);
  }

  @Mutation(() => types.DateOverride, {
    description: "Replaces a provider's weekly hours on one date. No intervals means closed.",
  })
  addDateOverride(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.AddDateOverrideInput, { description: "Date and its working hours." })
    input: types.AddDateOverrideInput,
  ): Promise<types.DateOverride> {
    return hours.addDateOverride(ctx, input);
  }

  @Mutation(() => types.BlockedTime, {
    description:
      "Blocks time in a provider's calendar, such as vacation or breaks. Returns existing bookings in that time, which are not cancelled.",
  })
  blockProviderTime(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BlockProviderTimeInput, { description: "Provider and period to block." })
    input: types.BlockProviderTimeInput,
  ): Promise<types.BlockedTime> {
    return hours.blockProviderTime(ctx, input);
  }
}
