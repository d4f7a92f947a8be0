import { and, hasScope, isCaller, onApp, type Rule, type RuleMap } from "../../../../src/access/rules.ts";

const inBooking = (scope: string): Rule => and(isCaller, hasScope(scope), onApp("event-manager"));

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
