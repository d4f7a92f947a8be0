import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingReminderRules: RuleMap = {
  Query: {
    reminderSchedules: inBooking("read:bookings"),
    bookingNotifications: inBooking("read:bookings"),
  },
  Mutation: {
    sendReminder: inBooking("write:bookings"),
    createReminderSchedule: inBooking("write:bookings"),
    deleteReminderSchedule: inBooking("write:bookings"),
  },
};
