import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../../src/access/rules.ts";

const inBooking = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("event-manager"));

export const availabilityRules: RuleMap = {
  Query: {
    bookingAvailability: inBooking("read:bookings"),
    nextAvailableSlot: inBooking("read:bookings"),
  },
};
