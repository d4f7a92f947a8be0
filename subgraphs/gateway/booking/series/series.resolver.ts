import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { cancelBookingSeries, updateBookingSeries } from "./change-series.service.ts";
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

  @Mutation(() => types.BookingSeries, {
    description: "Moves future bookings of a series to another local time or provider. Moves all or none.",
  })
  updateBookingSeries(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateBookingSeriesInput, { description: "Series and its changes." })
    input: types.UpdateBookingSeriesInput,
  ): Promise<types.BookingSeries> {
    return updateBookingSeries(ctx, input);
  }

  @Mutation(() => types.BookingSeries, {
    description: "Cancels future bookings of a series, frees their slots and records the fees.",
  })
  cancelBookingSeries(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CancelBookingSeriesInput, { description: "Series to cancel." })
    input: types.CancelBookingSeriesInput,
  ): Promise<types.BookingSeries> {
    return cancelBookingSeries(ctx, input);
  }

  @Query(() => types.BookingSeries, { description: "Returns a booking series with its current bookings." })
  bookingSeries(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingSeriesArgs) args: types.BookingSeriesArgs,
  ): Promise<types.BookingSeries> {
    return readBookingSeries(ctx, args.seriesId);
  }
}
