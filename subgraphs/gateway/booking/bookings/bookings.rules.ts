import { and, costs, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingRules: RuleMap = {
  Query: {
    booking: inBooking("read:bookings"),
    bookings: inBooking("read:bookings"),
    cancellationPreview: inBooking("read:bookings"),
    bookingIcs: inBooking("read:bookings"),
  },
  Mutation: {
    createBooking: and(inBooking("write:bookings"), costs("booking.create")),
    rescheduleBooking: inBooking("write:bookings"),
    reassignBooking: inBooking("write:bookings"),
    confirmBooking: inBooking("write:bookings"),
    declineBooking: inBooking("write:bookings"),
    cancelBooking: inBooking("write:bookings"),
    checkInBooking: inBooking("write:bookings"),
    completeBooking: inBooking("write:bookings"),
    markNoShow: inBooking("write:bookings"),
    holdSlot: inBooking("write:bookings"),
    releaseSlot: inBooking("write:bookings"),
  },
};
