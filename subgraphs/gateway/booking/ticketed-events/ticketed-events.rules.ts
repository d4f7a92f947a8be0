import { and, commitsMoney, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

const writes = inBooking("write:bookings");

export const ticketedEventsRules: RuleMap = {
  Query: { ticketedEvents: inBooking("read:bookings") },
  Mutation: {
    createEvent: writes,
    publishEvent: writes,
    // It may promise every guest their money back.
    cancelEvent: and(writes, commitsMoney),
    createTicketType: writes,
    registerAttendee: writes,
    checkInAttendee: writes,
  },
};
