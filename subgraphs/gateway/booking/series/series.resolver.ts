import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { createBookingSeries } from "./create-series.service.ts";
import { readBookingSeries } from "./read-series.service.ts";
import * as types from "./series.types.ts";

@Resolver()
export class BookingSeriesResolver {
  @Mutation(() => types.BookingSeries, {
    description:
      "Books a slot again and again, at the same time of the wall clock, and tells the customer once. All of it is booked, or what can be had (`onConflict`); what cannot comes with free slots near it. Each booking that is made costs as one.",
  })
  createBookingSeries(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateBookingSeriesInput) input: types.CreateBookingSeriesInput,
  ): Promise<types.BookingSeries> {
    return createBookingSeries(ctx, input);
  }

  @Query(() => types.BookingSeries, { description: "A series with its bookings as they are now." })
  bookingSeries(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingSeriesArgs) args: types.BookingSeriesArgs,
  ): Promise<types.BookingSeries> {
    return readBookingSeries(ctx, args.seriesId);
  }
}
