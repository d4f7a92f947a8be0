import {
  and,
  costsByUse,
  hasScope,
  isCaller,
  onApp,
  type Rule,
  type RuleMap,
} from "../../../../src/access/rules.ts";

const inBooking = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("event-manager"));

export const bookingSeriesRules: RuleMap = {
  Query: { bookingSeries: inBooking("read:bookings") },
  Mutation: { createBookingSeries: and(inBooking("write:bookings"), costsByUse("booking.create")) },
};
