import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingSetupRules: RuleMap = {
  Query: {
    bookingService: inBooking("read:bookings"),
    bookingServices: inBooking("read:bookings"),
    bookingProvider: inBooking("read:bookings"),
    bookingProviders: inBooking("read:bookings"),
    weeklyHours: inBooking("read:bookings"),
  },
  Mutation: {
    createService: inBooking("write:bookings"),
    updateService: inBooking("write:bookings"),
    setServiceProviders: inBooking("write:bookings"),
    setCancellationPolicy: inBooking("write:bookings"),
    createProvider: inBooking("write:bookings"),
    setWeeklyHours: inBooking("write:bookings"),
    addDateOverride: inBooking("write:bookings"),
    blockProviderTime: inBooking("write:bookings"),
  },
};
