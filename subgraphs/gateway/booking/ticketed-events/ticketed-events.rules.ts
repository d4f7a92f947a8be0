import { and, commitsMoney, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

const reads = inBooking("read:bookings");
const writes = inBooking("write:bookings");

export const ticketedEventsRules: RuleMap = {
  Query: {
    ticketedEvents: reads,
    ticketedEvent: reads,
    ticketTypes: reads,
    eventAttendees: reads,
    eventSummary: reads,
  },
  Mutation: {
    createEvent: writes,
    publishEvent: writes,
    // It may promise every guest their money back.
    cancelEvent: and(writes, commitsMoney),
    // It may promise the guest the money back.
    cancelRegistration: and(writes, commitsMoney),
    updateEvent: writes,
    createTicketType: writes,
    updateTicketType: writes,
    registerAttendee: writes,
    checkInAttendee: writes,
    checkInScans: writes,
  },
};
