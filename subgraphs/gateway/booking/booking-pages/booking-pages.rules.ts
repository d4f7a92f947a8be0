import { and, isPublic, limitedAs, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

const reads = and(isPublic, limitedAs("booking-read"));
const writes = and(isPublic, limitedAs("booking-write"));

export const bookingPagesRules: RuleMap = {
  Query: {
    bookingPage: inBooking("read:bookings"),
    publicBookingPage: reads,
    publicBookingDays: reads,
    publicBookingSlots: reads,
    // The link is the authorization.
    managedBooking: reads,
  },
  Mutation: {
    updateBookingPage: inBooking("write:bookings"),
    createPublicBooking: writes,
    confirmPublicBooking: writes,
    rescheduleManagedBooking: writes,
    cancelManagedBooking: writes,
    payManagedBooking: writes,
  },
};
