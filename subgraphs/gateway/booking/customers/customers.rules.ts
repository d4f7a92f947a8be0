import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingCustomerRules: RuleMap = {
  Query: {
    bookingCustomer: inBooking("read:bookings"),
    bookingCustomers: inBooking("read:bookings"),
  },
  Mutation: {
    createBookingCustomer: inBooking("write:bookings"),
    updateBookingCustomer: inBooking("write:bookings"),
    setBookingCustomerBlock: inBooking("write:bookings"),
  },
};
