import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const waitlistRules: RuleMap = {
  Query: { bookingWaitlist: inBooking("read:bookings") },
  Mutation: {
    joinWaitlist: inBooking("write:bookings"),
    offerWaitlistSlot: inBooking("write:bookings"),
    leaveWaitlist: inBooking("write:bookings"),
  },
};
