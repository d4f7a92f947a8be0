import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingSetupRules: RuleMap = {
  Query: {
    bookingService: inBooking("read:bookings"),
    bookingServices: inBooking("read:bookings"),
    bookingProvider: inBooking("read:bookings"),
    bookingProviders: inBooking("read:bookings"),
    weeklyHours: inBooking("read:bookings"),
    cancellationPolicy: inBooking("read:bookings"),
    dateOverrides: inBooking("read:bookings"),
    blockedTimes: inBooking("read:bookings"),
  },
  Mutation: {
    createService: inBooking("write:bookings"),
    updateService: inBooking("write:bookings"),
    archiveService: inBooking("write:bookings"),
    restoreService: inBooking("write:bookings"),
    setServiceProviders: inBooking("write:bookings"),
    setCancellationPolicy: inBooking("write:bookings"),
    createProvider: inBooking("write:bookings"),
    updateProvider: inBooking("write:bookings"),
    archiveProvider: inBooking("write:bookings"),
    setWeeklyHours: inBooking("write:bookings"),
    addDateOverride: inBooking("write:bookings"),
    removeDateOverride: inBooking("write:bookings"),
    blockProviderTime: inBooking("write:bookings"),
    unblockProviderTime: inBooking("write:bookings"),
  },
};
