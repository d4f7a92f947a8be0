import { and, commitsMoney, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const writes = and(isCaller, hasScope("write:bookings"), onApp("event-manager"));

export const ticketedEventsRules: RuleMap = {
  Query: { ticketedEvents: and(isCaller, hasScope("read:bookings"), onApp("event-manager")) },
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
