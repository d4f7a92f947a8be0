import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const bookingReportOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "booking-reports",
  operations: [
    {
      name: "GetUtilizationReport",
      field: "query.utilizationReport",
      rest: { method: "GET", path: "/booking-reports/utilization" },
      tool: {
        name: "get_utilization_report",
        keywords: ["how busy are staff idle occupancy workload hours booked percent"],
      },
    },
    {
      name: "GetBookingReport",
      field: "query.bookingReport",
      rest: { method: "GET", path: "/booking-reports/bookings" },
      tool: {
        name: "get_booking_report",
        keywords: ["how many appointments fell through last month cancelled no-show rate revenue lead time"],
      },
    },
  ],
};
