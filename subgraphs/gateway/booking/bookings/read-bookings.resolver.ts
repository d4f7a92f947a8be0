import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { BookingFile, BookingFileArgs } from "./booking-file.types.ts";
import * as types from "./bookings.types.ts";
import * as holds from "./holds.types.ts";
import { holdSlot, releaseSlot } from "./holds.service.ts";
import { exportBookingIcs, listBookings, previewCancellation, readBooking } from "./read-bookings.service.ts";

@Resolver()
export class ReadBookingsResolver {
  @Query(() => types.Booking, { description: "One of the account's bookings." })
  booking(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingArgs) args: types.BookingArgs,
  ): Promise<types.Booking> {
    return readBooking(ctx, args.bookingId);
  }

  @Query(() => types.BookingPage, { description: "The account's bookings, newest first." })
  bookings(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingsArgs) args: types.BookingsArgs,
  ): Promise<types.BookingPage> {
    return listBookings(ctx, args);
  }

  @Query(() => types.CancellationPreview, {
    description: "What cancelling a booking would cost its customer.",
  })
  cancellationPreview(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.PreviewCancellationArgs) args: types.PreviewCancellationArgs,
  ): Promise<types.CancellationPreview> {
    return previewCancellation(ctx, args);
  }

  @Query(() => BookingFile, { description: "A booking as an iCalendar file with its time zone." })
  bookingIcs(
    @Ctx() ctx: GatewayContext,
    @Args(() => BookingFileArgs) args: BookingFileArgs,
  ): Promise<BookingFile> {
    return exportBookingIcs(ctx, args.bookingId);
  }

  @Mutation(() => holds.SlotHold, { description: "Reserves a slot for a short time." })
  holdSlot(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => holds.HoldSlotInput) input: holds.HoldSlotInput,
  ): Promise<holds.SlotHold> {
    return holdSlot(ctx, input);
  }

  @Mutation(() => holds.ReleasedHold, { description: "Frees a hold." })
  releaseSlot(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => holds.HoldIdInput) input: holds.HoldIdInput,
  ): Promise<holds.ReleasedHold> {
    return releaseSlot(ctx, input);
  }
}
