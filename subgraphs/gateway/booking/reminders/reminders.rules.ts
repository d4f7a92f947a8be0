import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../../src/access/rules.ts";

const inBooking = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("event-manager"));

export const bookingReminderRules: RuleMap = {
  Query: {
    bookingNotifications: inBooking("read:bookings"),
  },
  Mutation: {
    sendReminder: inBooking("write:bookings"),
    createReminderSchedule: inBooking("write:bookings"),
  },
};
