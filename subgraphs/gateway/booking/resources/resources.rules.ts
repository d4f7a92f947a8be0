import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingResourceRules: RuleMap = {
  Query: { bookingResources: inBooking("read:bookings") },
  Mutation: {
    createResource: inBooking("write:bookings"),
    updateResource: inBooking("write:bookings"),
    archiveResource: inBooking("write:bookings"),
  },
};
