import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { AvailableDays } from "../availability/availability.types.ts";
import { confirmPublicBooking, createPublicBooking } from "./public-booking.service.ts";
import * as types from "./public-booking.types.ts";
import { readPublicDays, readPublicPage, readPublicSlots } from "./public-calendar.service.ts";

@Resolver()
export class PublicBookingResolver {
  @Query(() => types.PublicBookingPage, {
    description: "Returns an open booking page, with what its visitor has chosen so far.",
  })
  publicBookingPage(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.PublicBookingPageArgs) args: types.PublicBookingPageArgs,
  ): Promise<types.PublicBookingPage> {
    return readPublicPage(ctx, args);
  }

  @Query(() => AvailableDays, { description: "Lists the days on which a service of a booking page is free." })
  publicBookingDays(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.PublicDaysArgs) args: types.PublicDaysArgs,
  ): Promise<AvailableDays> {
    return readPublicDays(ctx, args);
  }

  @Query(() => types.PublicSlots, {
    description: "Lists the free times of a day of a service of a booking page.",
  })
  publicBookingSlots(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.PublicSlotsArgs) args: types.PublicSlotsArgs,
  ): Promise<types.PublicSlots> {
    return readPublicSlots(ctx, args);
  }

  @Mutation(() => types.PublicBookingResult, {
    description: "Books a time on a booking page, or mails the code that the page asks for.",
  })
  createPublicBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreatePublicBookingInput, { description: "Wanted time and the visitor." })
    input: types.CreatePublicBookingInput,
  ): Promise<types.PublicBookingResult> {
    return createPublicBooking(ctx, input);
  }

  @Mutation(() => types.PublicBookingResult, {
    description: "Makes a requested booking with the mailed code.",
  })
  confirmPublicBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ConfirmPublicBookingInput, { description: "Request and its code." })
    input: types.ConfirmPublicBookingInput,
  ): Promise<types.PublicBookingResult> {
    return confirmPublicBooking(ctx, input);
  }
}
