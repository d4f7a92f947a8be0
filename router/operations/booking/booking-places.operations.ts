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
    {
      name: "CreateResource",
      field: "mutation.createResource",
      rest: { method: "POST", path: "/resources", status: 201 },
      tool: {
        name: "create_resource",
        keywords: ["treatment room massage table machine projector court only two at once"],
        example: { name: "Treatment room", quantity: 2, serviceIds: ["svc_01"] },
      },
    },
    {
      name: "ListResources",
      field: "query.bookingResources",
      rest: { method: "GET", path: "/resources" },
      tool: {
        name: "list_resources",
        keywords: ["which machines courts treatment rooms do we have how many"],
      },
    },
    {
      name: "UpdateResource",
      field: "mutation.updateResource",
      rest: { method: "PATCH", path: "/resources/{resourceId}" },
      tool: {
        name: "update_resource",
        keywords: ["bought another machine one more room broken fewer units"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveResource",
      field: "mutation.archiveResource",
      rest: { method: "POST", path: "/resources/{resourceId}/archive" },
      tool: {
        name: "archive_resource",
        keywords: ["machine sold scrapped gave up"],
        idempotent: true,
      },
    },
  ],
};
