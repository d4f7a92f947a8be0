import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const bookingRecordOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "booking-records",
  operations: [
    {
      name: "UpdateBookingDetails",
      field: "mutation.updateBookingDetails",
      rest: { method: "PATCH", path: "/bookings/{bookingId}" },
      tool: {
        name: "update_booking_details",
        keywords: ["more people seats party size change notes answers"],
        idempotent: true,
      },
    },
    {
      name: "BulkRescheduleBookings",
      field: "mutation.bulkRescheduleBookings",
      rest: { method: "POST", path: "/bookings/bulk-reschedule" },
      tool: {
        name: "bulk_reschedule_bookings",
        keywords: ["doctor stylist ill sick tomorrow shift everybody whole day to next week"],
        openWorld: true,
        example: {
          providerId: "prv_01",
          from: "2031-03-10T00:00:00Z",
          to: "2031-03-11T00:00:00Z",
          strategy: "next_free",
          preview: true,
        },
      },
    },
    {
      name: "ListBookingHistory",
      field: "query.bookingHistory",
      rest: { method: "GET", path: "/bookings/{bookingId}/history" },
      tool: {
        name: "list_booking_history",
        keywords: ["who changed appointment when what happened audit trail notes"],
      },
    },
    {
      name: "AddBookingNote",
      field: "mutation.addBookingNote",
      rest: { method: "POST", path: "/bookings/{bookingId}/notes", status: 201 },
      tool: {
        name: "add_booking_note",
        keywords: ["write down remember allergic allergy remark about client appointment"],
      },
    },
  ],
};
