import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const busyCalendarRules: RuleMap = {
  Query: { busyBlocks: inBooking("read:bookings") },
  Mutation: { importBusyCalendar: inBooking("write:bookings") },
};
