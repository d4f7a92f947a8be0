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
      name: "GetEvent",
      field: "query.ticketedEvent",
      rest: { method: "GET", path: "/events/{eventId}" },
      tool: { name: "get_event", keywords: ["show concert workshop how many tickets left"] },
    },
    {
      name: "UpdateEvent",
      field: "mutation.updateEvent",
      rest: { method: "PATCH", path: "/events/{eventId}" },
      tool: {
        name: "update_event",
        idempotent: true,
        openWorld: true,
        keywords: ["move concert workshop other day larger room rename change"],
        example: { eventId: "evt_01", title: "Open evening", notifyAttendees: true },
      },
    },
    {
      name: "GetEventSummary",
      field: "query.eventSummary",
      rest: { method: "GET", path: "/events/{eventId}/summary" },
      tool: {
        name: "get_event_summary",
        keywords: ["how did the concert workshop go sales turnout attendance"],
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
        group: "attendees",
        firstDay: true,
        keywords: ["admission", "early bird", "sell tickets price seats vip early bird"],
        example: { eventId: "evt_01", name: "Standard", price: 25, quantity: 80 },
      },
    },
    {
      name: "ListTicketTypes",
      field: "query.ticketTypes",
      rest: { method: "GET", path: "/events/{eventId}/ticket-types" },
      tool: {
        name: "list_ticket_types",
        group: "attendees",
        keywords: ["which tickets prices left early bird vip"],
      },
    },
    {
      name: "UpdateTicketType",
      field: "mutation.updateTicketType",
      rest: { method: "PATCH", path: "/ticket-types/{ticketTypeId}" },
      tool: {
        name: "update_ticket_type",
        group: "attendees",
        idempotent: true,
        keywords: ["more tickets change ticket price extend sale"],
        example: { ticketTypeId: "tkt_01", quantity: 120 },
      },
    },
    {
      name: "CancelRegistration",
      field: "mutation.cancelRegistration",
      rest: { method: "POST", path: "/registrations/{registrationId}/cancel" },
      tool: {
        name: "cancel_registration",
        group: "attendees",
        destructive: true,
        openWorld: true,
        idempotent: true,
        keywords: ["guest cannot come give ticket back free seat"],
      },
    },
    {
      name: "ListAttendees",
      field: "query.eventAttendees",
      rest: { method: "GET", path: "/events/{eventId}/attendees" },
      tool: {
        name: "list_attendees",
        group: "attendees",
        keywords: ["guest list door list who is coming signed up has a seat tonight"],
      },
    },
    {
      name: "RegisterAttendee",
      field: "mutation.registerAttendee",
      rest: { method: "POST", path: "/events/{eventId}/registrations", status: 201 },
      tool: {
        name: "register_attendee",
        group: "attendees",
        firstDay: true,
        openWorld: true,
        keywords: ["sign up", "buy ticket", "sign up somebody workshop buy ticket join"],
        example: { eventId: "evt_01", ticketTypeId: "tkt_01", name: "Ana Alva", email: "ana@client.example" },
      },
    },
    {
      name: "CheckInScans",
      field: "mutation.checkInScans",
      rest: { method: "POST", path: "/tickets/check-ins" },
    },
    {
      name: "CheckInAttendee",
      field: "mutation.checkInAttendee",
      rest: { method: "POST", path: "/tickets/{ticketCode}/check-in" },
      tool: {
        name: "check_in_attendee",
        group: "attendees",
        firstDay: true,
        idempotent: true,
        keywords: ["scan ticket", "at the door", "door let in scan ticket arrived"],
      },
    },
  ],
};
