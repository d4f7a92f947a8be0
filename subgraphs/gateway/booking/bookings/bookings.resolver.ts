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
      "Books a slot and emails the customer a confirmation. A taken slot returns an error with the next free slots.",
  })
  createBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateBookingInput, { description: "Appointment to book." })
    input: types.CreateBookingInput,
  ): Promise<types.Booking> {
    return createBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Moves a booking to another time. The old slot is kept until the new one is reserved.",
  })
  rescheduleBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RescheduleBookingInput, { description: "Booking and its new time." })
    input: types.RescheduleBookingInput,
  ): Promise<types.Booking> {
    return rescheduleBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Assigns a booking to another provider at the same time." })
  reassignBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ReassignBookingInput, { description: "Booking and its new provider." })
    input: types.ReassignBookingInput,
  ): Promise<types.Booking> {
    return reassignBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Confirms a pending booking and notifies the customer." })
  confirmBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BookingIdInput, { description: "Booking to confirm." })
    input: types.BookingIdInput,
  ): Promise<types.Booking> {
    return change.confirmBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Declines a pending booking, frees its slot and notifies the customer.",
  })
  declineBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.DeclineBookingInput, { description: "Booking to decline." })
    input: types.DeclineBookingInput,
  ): Promise<types.Booking> {
    return change.declineBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Cancels a booking and records the fee. The freed slot is offered to the waitlist.",
  })
  cancelBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CancelBookingInput, { description: "Booking to cancel." })
    input: types.CancelBookingInput,
  ): Promise<types.Booking> {
    return change.cancelBooking(ctx, input);
  }

  @Mutation(() => types.Booking, { description: "Records the arrival of the customer." })
  checkInBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.VisitInput, { description: "Booking to check in." })
    input: types.VisitInput,
  ): Promise<types.Booking> {
    return change.checkInBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Marks a booking as completed. A no-show can be corrected within 24 hours.",
  })
  completeBooking(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.VisitInput, { description: "Booking to complete." })
    input: types.VisitInput,
  ): Promise<types.Booking> {
    return change.completeBooking(ctx, input);
  }

  @Mutation(() => types.Booking, {
    description: "Marks a booking as a no-show, after its start.",
  })
  markNoShow(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.MarkNoShowInput, { description: "Booking to mark." })
    input: types.MarkNoShowInput,
  ): Promise<types.Booking> {
    return change.markNoShow(ctx, input);
  }
}
