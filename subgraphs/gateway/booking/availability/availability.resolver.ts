import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readAvailability, readAvailableDays, readNextSlot } from "./availability.service.ts";
import * as types from "./availability.types.ts";

@Resolver()
export class AvailabilityResolver {
  @Query(() => types.BookingAvailability, {
    description:
      "Lists free slots of a service. Considers working hours, time off, buffers, holds, notice and capacity.",
  })
  bookingAvailability(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.AvailabilityArgs) args: types.AvailabilityArgs,
  ): Promise<types.BookingAvailability> {
    return readAvailability(ctx, args);
  }

  @Query(() => types.AvailableDays, {
    description: "Lists the days of a month on which a service has free slots, with their number.",
  })
  availableDays(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.AvailableDaysArgs) args: types.AvailableDaysArgs,
  ): Promise<types.AvailableDays> {
    return readAvailableDays(ctx, args);
  }

  @Query(() => types.BookingSlot, {
    nullable: true,
    description:
      "Finds the first free slot of a service. Null when none is bookable within the maximum advance.",
  })
  nextAvailableSlot(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.NextSlotArgs) args: types.NextSlotArgs,
  ): Promise<types.BookingSlot | null> {
    return readNextSlot(ctx, args);
  }
}
