import type { AreaDefaults } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

/** Defaults of the operations of this area. */
export const bookingArea: AreaDefaults<BookingGroup> = {
  area: "booking",
  title: "Bookings",
  needsApp: true,
};
