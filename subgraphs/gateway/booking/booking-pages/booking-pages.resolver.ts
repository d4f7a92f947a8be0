import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type { BookingContext } from "../booking.context.ts";
import { BookingCheckout } from "../charges/charges.types.ts";
import { readBookingPage, updateBookingPage } from "./booking-page.service.ts";
import { BookingPageSettings, UpdateBookingPageInput } from "./booking-page.types.ts";
import * as managed from "./managed-booking.service.ts";
import * as types from "./managed-booking.types.ts";

@Resolver()
export class BookingPagesResolver {
  @Query(() => BookingPageSettings, {
    description: "Returns the account's public booking page and its settings.",
  })
  bookingPage(@Ctx() ctx: GatewayContext): Promise<BookingPageSettings> {
    return readBookingPage(ctx);
  }

  @Mutation(() => BookingPageSettings, {
    description:
      "Opens, closes or changes the public page on which customers book without an account. The first change creates the page, closed.",
  })
  updateBookingPage(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => UpdateBookingPageInput, { description: "Settings to change." })
    input: UpdateBookingPageInput,
  ): Promise<BookingPageSettings> {
    return updateBookingPage(ctx, input);
  }

  @Query(() => types.ManagedBooking, {
    description: "Returns the booking of a customer's link, with the fee of cancelling it now.",
  })
  managedBooking(
    @Ctx() ctx: BookingContext,
    @Args(() => types.ManagedBookingArgs) args: types.ManagedBookingArgs,
  ): Promise<types.ManagedBooking> {
    return managed.readManagedBooking(ctx, args);
  }

  @Mutation(() => types.ManagedBooking, {
    description: "Moves a booking by its customer's link, as long as cancelling it is free.",
  })
  rescheduleManagedBooking(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.RescheduleManagedBookingInput, { description: "Link and the new time." })
    input: types.RescheduleManagedBookingInput,
  ): Promise<types.ManagedBooking> {
    return managed.rescheduleManagedBooking(ctx, input);
  }

  @Mutation(() => types.ManagedBooking, {
    description: "Cancels a booking by its customer's link, with the fee of its policy.",
  })
  cancelManagedBooking(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.CancelManagedBookingInput, { description: "Link and the accepted fee." })
    input: types.CancelManagedBookingInput,
  ): Promise<types.ManagedBooking> {
    return managed.cancelManagedBooking(ctx, input);
  }

  @Mutation(() => BookingCheckout, {
    description: "Opens the payment processor's page on which the deposit of a customer's link is paid.",
  })
  payManagedBooking(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.PayManagedBookingInput, { description: "Link of the customer." })
    input: types.PayManagedBookingInput,
  ): Promise<BookingCheckout> {
    return managed.payManagedBooking(ctx, input);
  }
}
