import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { Booking } from "../bookings/bookings.types.ts";
import { addBookingNote, listBookingHistory, updateBookingDetails } from "./booking-history.service.ts";
import * as types from "./booking-history.types.ts";

@Resolver()
export class BookingHistoryResolver {
  @Query(() => types.BookingHistoryPage, {
    description: "Lists changes of a booking and notes on it, newest first.",
  })
  bookingHistory(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingHistoryArgs) args: types.BookingHistoryArgs,
  ): Promise<types.BookingHistoryPage> {
    return listBookingHistory(ctx, args);
  }

  @Mutation(() => types.BookingNote, {
    description:
      "Adds an internal or shared note to a booking. Shared notes are in later emails to the customer.",
  })
  addBookingNote(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.AddBookingNoteInput, { description: "Note to add." })
    input: types.AddBookingNoteInput,
  ): Promise<types.BookingNote> {
    return addBookingNote(ctx, input);
  }

  @Mutation(() => Booking, {
    description: "Updates notes, answers or seats of a booking. Time and provider stay.",
  })
  updateBookingDetails(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateBookingDetailsInput, { description: "Changes to make." })
    input: types.UpdateBookingDetailsInput,
  ): Promise<Booking> {
    return updateBookingDetails(ctx, input);
  }
}
