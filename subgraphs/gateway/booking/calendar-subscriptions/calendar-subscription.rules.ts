import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const calendarSubscriptionRules: RuleMap = {
  Query: { calendarSubscriptions: inBooking("read:bookings") },
  Mutation: { removeCalendarSubscription: inBooking("write:bookings") },
};
