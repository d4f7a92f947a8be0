import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const serviceOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "services",
  operations: [
    {
      name: "CreateService",
      field: "mutation.createService",
      rest: { method: "POST", path: "/services", status: 201 },
      tool: { name: "create_service", firstDay: true, keywords: ["offer treatment new duration price"] },
    },
    {
      name: "GetService",
      field: "query.bookingService",
      rest: { method: "GET", path: "/services/{serviceId}" },
      tool: { name: "get_service", firstDay: true, keywords: ["what does treatment include length price"] },
    },
    {
      name: "ListServices",
      field: "query.bookingServices",
      rest: { method: "GET", path: "/services" },
      tool: { name: "list_services", firstDay: true, keywords: ["what do we offer treatments"] },
    },
    {
      name: "UpdateService",
      field: "mutation.updateService",
      rest: { method: "PATCH", path: "/services/{serviceId}" },
      tool: {
        name: "update_service",
        firstDay: true,
        keywords: ["change price length treatment takes longer"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveService",
      field: "mutation.archiveService",
      rest: { method: "POST", path: "/services/{serviceId}/archive" },
      tool: {
        name: "archive_service",
        keywords: ["stop offering discontinue treatment no longer bookable retire"],
        idempotent: true,
      },
    },
    {
      name: "RestoreService",
      field: "mutation.restoreService",
      rest: { method: "POST", path: "/services/{serviceId}/restore" },
      tool: {
        name: "restore_service",
        keywords: ["offer treatment again bring back unarchive bookable"],
        idempotent: true,
      },
    },
    {
      name: "SetServiceProviders",
      field: "mutation.setServiceProviders",
      rest: { method: "PUT", path: "/services/{serviceId}/providers" },
      tool: {
        name: "set_service_providers",
        firstDay: true,
        keywords: ["who can do which staff offers"],
        idempotent: true,
      },
    },
    {
      name: "SetCancellationPolicy",
      field: "mutation.setCancellationPolicy",
      rest: { method: "PUT", path: "/services/{serviceId}/cancellation-policy" },
      tool: {
        name: "set_cancellation_policy",
        group: "policies-deposits-forms",
        firstDay: true,
        keywords: ["fee late cancel rules charge free until"],
        idempotent: true,
      },
    },
    {
      name: "GetCancellationPolicy",
      field: "query.cancellationPolicy",
      rest: { method: "GET", path: "/services/{serviceId}/cancellation-policy" },
      tool: {
        name: "get_cancellation_policy",
        group: "policies-deposits-forms",
        keywords: ["what are our rules for late cancelling no-show percent"],
      },
    },
  ],
};
