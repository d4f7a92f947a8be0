import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readAvailability, readNextSlot } from "./availability.service.ts";
import * as types from "./availability.types.ts";

@Resolver()
export class AvailabilityResolver {
  @Query(() => types.BookingAvailability, {
    description: "Free slots after working hours, time off, buffers, holds, notice and capacity.",
  })
  bookingAvailability(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.AvailabilityArgs) args: types.AvailabilityArgs,
  ): Promise<types.BookingAvailability> {
    return readAvailability(ctx, args);
  }

  @Query(() => types.BookingSlot, {
    nullable: true,
    description: "The first free slot, or null when there is none as far ahead as the service can be booked.",
  })
  nextAvailableSlot(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.NextSlotArgs) args: types.NextSlotArgs,
  ): Promise<types.BookingSlot | null> {
    return readNextSlot(ctx, args);
  }
}
