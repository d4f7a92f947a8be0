import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { createBookingSeries } from "./create-series.service.ts";
import { readBookingSeries } from "./read-series.service.ts";
import * as types from "./series.types.ts";

@Resolver()
export class BookingSeriesResolver {
  @Mutation(() => types.BookingSeries, {
    description:
      "Creates a recurring booking at the same local time. Books every date, or skips those that are not free (`onConflict`), and suggests free slots near them. The customer gets one confirmation. Each booking made is charged separately.",
  })
  createBookingSeries(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateBookingSeriesInput, { description: "Recurring booking to create." })
    input: types.CreateBookingSeriesInput,
  ): Promise<types.BookingSeries> {
    return createBookingSeries(ctx, input);
  }

  @Query(() => types.BookingSeries, { description: "Returns a booking series with its current bookings." })
  bookingSeries(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingSeriesArgs) args: types.BookingSeriesArgs,
  ): Promise<types.BookingSeries> {
    return readBookingSeries(ctx, args.seriesId);
  }
}
