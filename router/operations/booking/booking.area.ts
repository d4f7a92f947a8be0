import type { AreaDefaults } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

/** What the rows of this area have in common. */
export const bookingArea: AreaDefaults<BookingGroup> = {
  area: "booking",
  title: "Bookings",
  needsApp: true,
};
