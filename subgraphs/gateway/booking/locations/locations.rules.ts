import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingLocationRules: RuleMap = {
  Query: { bookingLocations: inBooking("read:bookings") },
  Mutation: {
    createLocation: inBooking("write:bookings"),
    updateLocation: inBooking("write:bookings"),
    archiveLocation: inBooking("write:bookings"),
  },
};
