import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as types from "./bookings.types.ts";
import * as change from "./change-booking.service.ts";
import { createBooking } from "./create-booking.service.ts";
import { reassignBooking, rescheduleBooking } from "./move-booking.service.ts";

@Resolver()
export class BookingsResolver {
  @Mutation(() => types.Booking, {
    description:
      "Books a slot and tells the customer. A slot that is taken is refused with the next free ones.",
  })
  createBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateBookingInput) input: types.CreateBookingInput,
  ): Promise<types.Booking> {
    return createBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Moves a booking; the old slot is free only when the new one is taken.",
  })
  rescheduleBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RescheduleBookingInput) input: types.RescheduleBookingInput,
  ): Promise<types.Booking> {
    return rescheduleBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Gives a booking to another provider at the same time." })
  reassignBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ReassignBookingInput) input: types.ReassignBookingInput,
  ): Promise<types.Booking> {
    return reassignBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Accepts a pending booking." })
  confirmBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BookingIdInput) input: types.BookingIdInput,
  ): Promise<types.Booking> {
    return change.confirmBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Declines a pending booking and frees its slot." })
  declineBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.DeclineBookingInput) input: types.DeclineBookingInput,
  ): Promise<types.Booking> {
    return change.declineBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Cancels a booking, frees its slot and works out the fee of its policy.",
  })
  cancelBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CancelBookingInput) input: types.CancelBookingInput,
  ): Promise<types.Booking> {
    return change.cancelBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Records that the customer has arrived." })
  checkInBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BookingIdInput) input: types.BookingIdInput,
  ): Promise<types.Booking> {
    return change.checkInBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Records that the visit is over." })
  completeBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BookingIdInput) input: types.BookingIdInput,
  ): Promise<types.Booking> {
    return change.completeBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Records that the customer did not come; only after the start.",
  })
  markNoShow(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.MarkNoShowInput) input: types.MarkNoShowInput,
  ): Promise<types.Booking> {
    return change.markNoShow(ctx, input);
  }
}
