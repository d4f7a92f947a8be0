import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as customers from "./customers.service.ts";
import * as types from "./customers.types.ts";

@Resolver()
export class BookingCustomersResolver {
  @Mutation(() => types.BookingCustomer, {
    description: "Adds a customer. One who is known from bookings alone is completed and keeps them.",
  })
  createBookingCustomer(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateBookingCustomerInput, { description: "Customer to add." })
    input: types.CreateBookingCustomerInput,
  ): Promise<types.BookingCustomer> {
    return customers.createBookingCustomer(ctx, input);
  }

  @Query(() => types.BookingCustomer, {
    description: "Returns a customer with the number of visits and no-shows.",
  })
  bookingCustomer(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingCustomerArgs) args: types.BookingCustomerArgs,
  ): Promise<types.BookingCustomer> {
    return customers.readBookingCustomer(ctx, args);
  }

  @Query(() => types.BookingCustomerPage, {
    description: "Lists customers with their visits and no-shows, newest first.",
  })
  bookingCustomers(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingCustomersArgs) args: types.BookingCustomersArgs,
  ): Promise<types.BookingCustomerPage> {
    return customers.listBookingCustomers(ctx, args);
  }

  @Mutation(() => types.BookingCustomer, {
    description: "Updates name, email address, phone number or time zone of a customer.",
  })
  updateBookingCustomer(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateBookingCustomerInput, { description: "Changes to make." })
    input: types.UpdateBookingCustomerInput,
  ): Promise<types.BookingCustomer> {
    return customers.updateBookingCustomer(ctx, input);
  }

  @Mutation(() => types.BookingCustomer, {
    description: "Blocks a customer from new bookings, or allows them again. Existing bookings stay.",
  })
  setBookingCustomerBlock(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SetBookingCustomerBlockInput, { description: "Customer and block." })
    input: types.SetBookingCustomerBlockInput,
  ): Promise<types.BookingCustomer> {
    return customers.setBookingCustomerBlock(ctx, input);
  }
}
