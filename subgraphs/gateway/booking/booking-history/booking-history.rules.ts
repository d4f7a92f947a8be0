import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingHistoryRules: RuleMap = {
  Query: { bookingHistory: inBooking("read:bookings") },
  Mutation: {
    addBookingNote: inBooking("write:bookings"),
    updateBookingDetails: inBooking("write:bookings"),
  },
};
