import type { OperationArea, OperationRow, RestDoor, ToolDoor } from "./operation.ts";

function row(
  name: string,
  field: OperationRow["field"],
  rest: Omit<RestDoor, "needsApp">,
  tool: ToolDoor,
): OperationRow {
  return { name, field, documented: false, family: "bare", rest: { ...rest, needsApp: true }, tool };
}

const event = { title: "Open day", start: "2030-05-01T17:00:00Z", end: "2030-05-01T20:00:00Z" };

export const ticketedEventsOperations: OperationArea = {
  area: "ticketed-events",
  title: "Events with tickets",
  operations: [
    row(
      "CreateEvent",
      "mutation.createEvent",
      { method: "POST", path: "/events", status: 201 },
      {
        name: "create_event",
        keywords: ["concert", "workshop", "conference"],
        example: { ...event, timezone: "America/New_York", capacity: 100 },
      },
    ),
    row("ListEvents", "query.ticketedEvents", { method: "GET", path: "/events" }, { name: "list_events" }),
    row(
      "PublishEvent",
      "mutation.publishEvent",
      { method: "POST", path: "/events/{eventId}/publish" },
      { name: "publish_event", idempotent: true, keywords: ["open registration", "go live"] },
    ),
    row(
      "CancelEvent",
      "mutation.cancelEvent",
      { method: "POST", path: "/events/{eventId}/cancel" },
      { name: "cancel_event", destructive: true, openWorld: true, idempotent: true, keywords: ["call off"] },
    ),
    row(
      "CreateTicketType",
      "mutation.createTicketType",
      { method: "POST", path: "/events/{eventId}/ticket-types", status: 201 },
      {
        name: "create_ticket_type",
        keywords: ["admission", "early bird"],
        example: { eventId: "evt_01", name: "Standard", price: 25, quantity: 80 },
      },
    ),
    row(
      "RegisterAttendee",
      "mutation.registerAttendee",
      { method: "POST", path: "/events/{eventId}/registrations", status: 201 },
      {
        name: "register_attendee",
        openWorld: true,
        keywords: ["sign up", "buy ticket"],
        example: { eventId: "evt_01", ticketTypeId: "tkt_01", name: "Ana Alva", email: "ana@client.example" },
      },
    ),
    row(
      "CheckInAttendee",
      "mutation.checkInAttendee",
      { method: "POST", path: "/tickets/{ticketCode}/check-in" },
      { name: "check_in_attendee", idempotent: true, keywords: ["scan ticket", "at the door"] },
    ),
  ],
};
