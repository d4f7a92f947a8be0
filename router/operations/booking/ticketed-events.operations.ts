import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

const event = { title: "Open day", start: "2030-05-01T17:00:00Z", end: "2030-05-01T20:00:00Z" };

export const ticketedEventsOperations: AreaDefinition<BookingGroup> = {
  area: "ticketed-events",
  title: "Events with tickets",
  needsApp: true,
  group: "events-and-tickets",
  operations: [
    {
      name: "CreateEvent",
      field: "mutation.createEvent",
      rest: { method: "POST", path: "/events", status: 201 },
      tool: {
        name: "create_event",
        firstDay: true,
        keywords: [
          "concert",
          "workshop",
          "conference",
          "workshop concert conference party class course plan people",
        ],
        example: { ...event, timezone: "America/New_York", capacity: 100 },
      },
    },
    {
      name: "ListEvents",
      field: "query.ticketedEvents",
      rest: { method: "GET", path: "/events" },
      tool: { name: "list_events", firstDay: true, keywords: ["concerts workshops classes coming up"] },
    },
    {
      name: "PublishEvent",
      field: "mutation.publishEvent",
      rest: { method: "POST", path: "/events/{eventId}/publish" },
      tool: {
        name: "publish_event",
        firstDay: true,
        idempotent: true,
        keywords: ["open registration", "go live", "sale go live open registration announce concert"],
      },
    },
    {
      name: "CancelEvent",
      field: "mutation.cancelEvent",
      rest: { method: "POST", path: "/events/{eventId}/cancel" },
      tool: {
        name: "cancel_event",
        firstDay: true,
        destructive: true,
        openWorld: true,
        idempotent: true,
        keywords: ["call off", "call off concert workshop"],
      },
    },
    {
      name: "CreateTicketType",
      field: "mutation.createTicketType",
      rest: { method: "POST", path: "/events/{eventId}/ticket-types", status: 201 },
      tool: {
        name: "create_ticket_type",
        firstDay: true,
        keywords: ["admission", "early bird", "sell tickets price seats vip early bird"],
        example: { eventId: "evt_01", name: "Standard", price: 25, quantity: 80 },
      },
    },
    {
      name: "RegisterAttendee",
      field: "mutation.registerAttendee",
      rest: { method: "POST", path: "/events/{eventId}/registrations", status: 201 },
      tool: {
        name: "register_attendee",
        firstDay: true,
        openWorld: true,
        keywords: ["sign up", "buy ticket", "sign up somebody workshop buy ticket join"],
        example: { eventId: "evt_01", ticketTypeId: "tkt_01", name: "Ana Alva", email: "ana@client.example" },
      },
    },
    {
      name: "CheckInAttendee",
      field: "mutation.checkInAttendee",
      rest: { method: "POST", path: "/tickets/{ticketCode}/check-in" },
      tool: {
        name: "check_in_attendee",
        firstDay: true,
        idempotent: true,
        keywords: ["scan ticket", "at the door", "door let in scan ticket arrived"],
      },
    },
  ],
};
