import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const bookingCustomerOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "booking-customers",
  operations: [
    {
      name: "CreateBookingCustomer",
      field: "mutation.createBookingCustomer",
      rest: { method: "POST", path: "/booking-customers", status: 201 },
      tool: {
        name: "create_booking_customer",
        keywords: ["new guest patient regular who books appointments register"],
      },
    },
    {
      name: "GetBookingCustomer",
      field: "query.bookingCustomer",
      rest: { method: "GET", path: "/booking-customer" },
      tool: {
        name: "get_booking_customer",
        keywords: ["how often was guest patient here last visit look up by email"],
      },
    },
    {
      name: "ListBookingCustomers",
      field: "query.bookingCustomers",
      rest: { method: "GET", path: "/booking-customers" },
      tool: {
        name: "list_booking_customers",
        keywords: ["who keeps not turning up missed appointments regulars guests patients"],
      },
    },
    {
      name: "UpdateBookingCustomer",
      field: "mutation.updateBookingCustomer",
      rest: { method: "PATCH", path: "/booking-customers/{customerId}" },
      tool: {
        name: "update_booking_customer",
        keywords: ["guest patient married new surname changed mail phone"],
        idempotent: true,
      },
    },
    {
      name: "SetBookingCustomerBlock",
      field: "mutation.setBookingCustomerBlock",
      rest: { method: "PUT", path: "/booking-customers/{customerId}/block" },
      tool: {
        name: "set_booking_customer_block",
        keywords: ["ban banned that guy no longer welcome can't book online any more unblock"],
        idempotent: true,
      },
    },
  ],
};
