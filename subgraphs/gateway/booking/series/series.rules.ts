import { and, costsByUse, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingSeriesRules: RuleMap = {
  Query: { bookingSeries: inBooking("read:bookings") },
  Mutation: {
    createBookingSeries: and(inBooking("write:bookings"), costsByUse("booking.create")),
    updateBookingSeries: inBooking("write:bookings"),
    cancelBookingSeries: inBooking("write:bookings"),
  },
};
