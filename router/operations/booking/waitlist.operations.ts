import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const waitlistOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "waitlist",
  operations: [
    {
      name: "JoinWaitlist",
      field: "mutation.joinWaitlist",
      rest: { method: "POST", path: "/waitlist", status: 201 },
      tool: {
        name: "join_waitlist",
        keywords: [
          "put someone on the waiting list",
          "fully booked wants an earlier appointment if somebody cancels let know standby",
        ],
        example: {
          serviceId: "svc_01",
          clientEmail: "ana@client.example",
          windows: [{ from: "2031-03-10T09:00:00Z", to: "2031-03-14T17:00:00Z" }],
        },
      },
    },
    {
      name: "ListWaitlist",
      field: "query.bookingWaitlist",
      rest: { method: "GET", path: "/waitlist" },
      tool: { name: "list_waitlist", keywords: ["who is waiting standby queue for an appointment"] },
    },
    {
      name: "OfferWaitlistSlot",
      field: "mutation.offerWaitlistSlot",
      rest: { method: "POST", path: "/waitlist/{entryId}/offers", status: 201 },
      tool: {
        name: "offer_waitlist_slot",
        keywords: ["somebody cancelled give the gap to standby"],
        openWorld: true,
      },
    },
    {
      name: "LeaveWaitlist",
      field: "mutation.leaveWaitlist",
      rest: { method: "DELETE", path: "/waitlist/{entryId}" },
      tool: {
        name: "leave_waitlist",
        keywords: ["no longer wants to wait take off the standby queue"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
