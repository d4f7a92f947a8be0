import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

/** The public page of an account, and what its visitors send. */
export const bookingPageOperations: AreaDefinition<BookingGroup> = {
  area: "booking-pages",
  title: "Public booking pages",
  needsApp: true,
  group: "booking-pages",
  operations: [
    {
      name: "GetBookingPage",
      field: "query.bookingPage",
      rest: { method: "GET", path: "/booking-page" },
      tool: {
        name: "get_booking_page",
        keywords: ["link where customers book online self scheduling website embed iframe"],
      },
    },
    {
      name: "UpdateBookingPage",
      field: "mutation.updateBookingPage",
      rest: { method: "PATCH", path: "/booking-page" },
      tool: {
        name: "update_booking_page",
        idempotent: true,
        keywords: ["let clients book online themselves open close public link website embed iframe slug"],
        example: { isEnabled: true, title: "Corner Salon", slug: "corner-salon" },
      },
    },
    {
      name: "PublicBookingPage",
      field: "query.publicBookingPage",
      rest: { method: "GET", path: "/book/{slug}", page: "booking-page", needsApp: false },
    },
    {
      name: "PublicBookingDays",
      field: "query.publicBookingDays",
      rest: { method: "GET", path: "/book/{slug}/days", publicForSeconds: 30, needsApp: false },
    },
    {
      name: "PublicBookingSlots",
      field: "query.publicBookingSlots",
      rest: { method: "GET", path: "/book/{slug}/slots", publicForSeconds: 30, needsApp: false },
    },
    {
      name: "CreatePublicBooking",
      field: "mutation.createPublicBooking",
      rest: {
        method: "POST",
        path: "/book/{slug}",
        page: "booking-result",
        formBody: true,
        status: 201,
        maxBodyBytes: 65_536,
        needsApp: false,
      },
    },
    {
      name: "ConfirmPublicBooking",
      field: "mutation.confirmPublicBooking",
      rest: {
        method: "POST",
        path: "/book/{slug}/confirm",
        page: "booking-result",
        formBody: true,
        maxBodyBytes: 4_096,
        needsApp: false,
      },
    },
    {
      name: "ManagedBooking",
      field: "query.managedBooking",
      rest: { method: "GET", path: "/my-booking/{token}", page: "managed-booking", needsApp: false },
    },
    {
      name: "PayManagedBooking",
      field: "mutation.payManagedBooking",
      rest: {
        method: "POST",
        path: "/my-booking/{token}/pay",
        page: "managed-booking",
        formBody: true,
        redirect: "url",
        maxBodyBytes: 4_096,
        needsApp: false,
      },
    },
    {
      name: "RescheduleManagedBooking",
      field: "mutation.rescheduleManagedBooking",
      rest: {
        method: "POST",
        path: "/my-booking/{token}/reschedule",
        page: "managed-booking",
        formBody: true,
        maxBodyBytes: 4_096,
        needsApp: false,
      },
    },
    {
      name: "CancelManagedBooking",
      field: "mutation.cancelManagedBooking",
      rest: {
        method: "POST",
        path: "/my-booking/{token}/cancel",
        page: "managed-booking",
        formBody: true,
        maxBodyBytes: 4_096,
        needsApp: false,
      },
    },
  ],
};
