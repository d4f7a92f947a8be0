import { isInternal, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const calendarSyncRules: RuleMap = {
  Query: {
    connectableCalendars: inBooking("write:bookings"),
    calendarSyncs: inBooking("read:bookings"),
    calendarConflicts: inBooking("read:bookings"),
  },
  Mutation: {
    connectCalendar: inBooking("write:bookings"),
    syncCalendar: inBooking("write:bookings"),
    disconnectCalendar: inBooking("write:bookings"),
    resolveCalendarConflict: inBooking("write:bookings"),
    hearCalendar: isInternal,
  },
};
