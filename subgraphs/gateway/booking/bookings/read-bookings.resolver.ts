import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { BookingFile, BookingFileArgs } from "./booking-file.types.ts";
import * as types from "./bookings.types.ts";
import * as reads from "./read-bookings.types.ts";
import * as holds from "./holds.types.ts";
import { holdSlot, releaseSlot } from "./holds.service.ts";
import { exportBookingIcs, listBookings, previewCancellation, readBooking } from "./read-bookings.service.ts";

@Resolver()
export class ReadBookingsResolver {
  @Query(() => types.Booking, { description: "Returns a booking with its status, time and price." })
  booking(
    @Ctx() ctx: GatewayContext,
    @Args(() => reads.BookingArgs) args: reads.BookingArgs,
  ): Promise<types.Booking> {
    return readBooking(ctx, args.bookingId);
  }

  @Query(() => types.BookingPage, { description: "Lists the account's bookings, newest first." })
  bookings(
    @Ctx() ctx: GatewayContext,
    @Args(() => reads.BookingsArgs) args: reads.BookingsArgs,
  ): Promise<types.BookingPage> {
    return listBookings(ctx, args);
  }

  @Query(() => reads.CancellationPreview, {
    description: "Calculates the fee for cancelling a booking, without cancelling it.",
  })
  cancellationPreview(
    @Ctx() ctx: GatewayContext,
    @Args(() => reads.PreviewCancellationArgs) args: reads.PreviewCancellationArgs,
  ): Promise<reads.CancellationPreview> {
    return previewCancellation(ctx, args);
  }

  @Query(() => BookingFile, { description: "Exports a booking as an iCalendar file with its time zone." })
  bookingIcs(
    @Ctx() ctx: GatewayContext,
    @Args(() => BookingFileArgs) args: BookingFileArgs,
  ): Promise<BookingFile> {
    return exportBookingIcs(ctx, args.bookingId);
  }

  @Mutation(() => holds.SlotHold, { description: "Reserves a free slot for a short time, up to 15 minutes." })
  holdSlot(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => holds.HoldSlotInput, { description: "Slot to reserve." }) input: holds.HoldSlotInput,
  ): Promise<holds.SlotHold> {
    return holdSlot(ctx, input);
  }

  @Mutation(() => holds.ReleasedHold, { description: "Releases a slot hold, so that others can book it." })
  releaseSlot(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => holds.HoldIdInput, { description: "Hold to release." }) input: holds.HoldIdInput,
  ): Promise<holds.ReleasedHold> {
    return releaseSlot(ctx, input);
  }
}
