import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const bookingPlaceOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "locations-and-resources",
  operations: [
    {
      name: "CreateLocation",
      field: "mutation.createLocation",
      rest: { method: "POST", path: "/locations", status: 201 },
      tool: {
        name: "create_location",
        keywords: ["second shop branch salon studio office opens new address site"],
      },
    },
    {
      name: "ListLocations",
      field: "query.bookingLocations",
      rest: { method: "GET", path: "/locations" },
      tool: { name: "list_locations", keywords: ["which branches shops sites do we have where"] },
    },
    {
      name: "UpdateLocation",
      field: "mutation.updateLocation",
      rest: { method: "PATCH", path: "/locations/{locationId}" },
      tool: {
        name: "update_location",
        keywords: ["shop moved new street address rename branch"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveLocation",
      field: "mutation.archiveLocation",
      rest: { method: "POST", path: "/locations/{locationId}/archive" },
      tool: {
        name: "archive_location",
        keywords: ["branch shop closed down gave up site"],
        idempotent: true,
      },
    },
  ],
};
