import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

const form = { formBody: true, maxBodyBytes: 8_192, needsApp: false } as const;

/** Public pages of events, and what guests do by their links. */
export const eventPageOperations: AreaDefinition<BookingGroup> = {
  area: "event-pages",
  title: "Public event pages",
  needsApp: true,
  group: "events-and-tickets",
  operations: [
    {
      name: "PublicEvents",
      field: "query.publicEvents",
      rest: { method: "GET", path: "/book/{slug}/events", page: "event-list", needsApp: false },
    },
    {
      name: "PublicEvent",
      field: "query.publicEvent",
      rest: { method: "GET", path: "/book/{slug}/events/{eventId}", page: "event-page", needsApp: false },
    },
    {
      name: "CreatePublicRegistration",
      field: "mutation.createPublicRegistration",
      rest: {
        method: "POST",
        path: "/book/{slug}/events/{eventId}",
        page: "event-result",
        status: 201,
        ...form,
      },
    },
    {
      name: "ManagedRegistration",
      field: "query.managedRegistration",
      rest: { method: "GET", path: "/my-tickets/{token}", page: "managed-tickets", needsApp: false },
    },
    {
      name: "PayManagedRegistration",
      field: "mutation.payManagedRegistration",
      rest: {
        method: "POST",
        path: "/my-tickets/{token}/pay",
        page: "managed-tickets",
        redirect: "url",
        ...form,
      },
    },
    {
      name: "AcceptManagedRegistration",
      field: "mutation.acceptManagedRegistration",
      rest: { method: "POST", path: "/my-tickets/{token}/accept", page: "managed-tickets", ...form },
    },
    {
      name: "CancelManagedRegistration",
      field: "mutation.cancelManagedRegistration",
      rest: { method: "POST", path: "/my-tickets/{token}/cancel", page: "managed-tickets", ...form },
    },
    {
      name: "TransferManagedRegistration",
      field: "mutation.transferManagedRegistration",
      rest: { method: "POST", path: "/my-tickets/{token}/transfer", page: "managed-tickets", ...form },
    },
  ],
};
