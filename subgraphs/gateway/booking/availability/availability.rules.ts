import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const availabilityRules: RuleMap = {
  Query: {
    bookingAvailability: inBooking("read:bookings"),
    availableDays: inBooking("read:bookings"),
    nextAvailableSlot: inBooking("read:bookings"),
  },
};
