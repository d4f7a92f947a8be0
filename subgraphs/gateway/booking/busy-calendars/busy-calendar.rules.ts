import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const busyCalendarRules: RuleMap = {
  Mutation: { importBusyCalendar: inBooking("write:bookings") },
};
