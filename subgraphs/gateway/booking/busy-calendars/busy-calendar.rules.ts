import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

export const busyCalendarRules: RuleMap = {
  Mutation: { importBusyCalendar: and(isCaller, hasScope("write:bookings"), onApp("event-manager")) },
};
