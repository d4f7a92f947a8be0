import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

export const providerOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "providers-and-working-hours",
  operations: [
    {
      name: "CreateProvider",
      field: "mutation.createProvider",
      rest: { method: "POST", path: "/providers", status: 201 },
      tool: {
        name: "create_provider",
        firstDay: true,
        keywords: ["staff stylist therapist doctor trainer new team member salon"],
      },
    },
    {
      name: "GetProvider",
      field: "query.bookingProvider",
      rest: { method: "GET", path: "/providers/{providerId}" },
      tool: { name: "get_provider", keywords: ["show staff stylist details"] },
    },
    {
      name: "ListProviders",
      field: "query.bookingProviders",
      rest: { method: "GET", path: "/providers" },
      tool: { name: "list_providers", firstDay: true, keywords: ["who works here takes appointments team"] },
    },
    {
      name: "UpdateProvider",
      field: "mutation.updateProvider",
      rest: { method: "PATCH", path: "/providers/{providerId}" },
      tool: {
        name: "update_provider",
        keywords: ["rename stylist staff new email moved time zone"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveProvider",
      field: "mutation.archiveProvider",
      rest: { method: "POST", path: "/providers/{providerId}/archive" },
      tool: {
        name: "archive_provider",
        keywords: ["stylist left quit staff no longer works here hand over"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "SetWeeklyHours",
      field: "mutation.setWeeklyHours",
      rest: { method: "PUT", path: "/providers/{providerId}/weekly-hours" },
      tool: {
        name: "set_weekly_hours",
        firstDay: true,
        keywords: ["opening hours working monday friday nine five shifts"],
        idempotent: true,
      },
    },
    {
      name: "GetWeeklyHours",
      field: "query.weeklyHours",
      rest: { method: "GET", path: "/providers/{providerId}/weekly-hours" },
      tool: { name: "get_weekly_hours", keywords: ["when are we open when does work"] },
    },
    {
      name: "AddDateOverride",
      field: "mutation.addDateOverride",
      rest: { method: "PUT", path: "/providers/{providerId}/date-overrides/{date}" },
      tool: {
        name: "add_date_override",
        group: "time-off",
        firstDay: true,
        keywords: ["closed open special day holiday christmas exception"],
        idempotent: true,
      },
    },
    {
      name: "ListDateOverrides",
      field: "query.dateOverrides",
      rest: { method: "GET", path: "/providers/{providerId}/date-overrides" },
      tool: {
        name: "list_date_overrides",
        group: "time-off",
        keywords: ["which special days exceptions holidays are set"],
      },
    },
    {
      name: "RemoveDateOverride",
      field: "mutation.removeDateOverride",
      rest: { method: "DELETE", path: "/providers/{providerId}/date-overrides/{date}" },
      tool: {
        name: "remove_date_override",
        group: "time-off",
        keywords: ["normal hours again on that day undo special day exception"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListBlockedTime",
      field: "query.blockedTimes",
      rest: { method: "GET", path: "/providers/{providerId}/blocked-times" },
      tool: {
        name: "list_blocked_time",
        group: "time-off",
        keywords: ["when is staff away which vacations breaks are entered"],
      },
    },
    {
      name: "UnblockProviderTime",
      field: "mutation.unblockProviderTime",
      rest: { method: "DELETE", path: "/blocked-times/{blockId}" },
      tool: {
        name: "unblock_provider_time",
        group: "time-off",
        keywords: ["back early vacation cancelled works after all undo block"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "BlockProviderTime",
      field: "mutation.blockProviderTime",
      rest: { method: "POST", path: "/providers/{providerId}/blocked-times", status: 201 },
      tool: {
        name: "block_provider_time",
        group: "time-off",
        firstDay: true,
        keywords: ["vacation holiday away busy lunch break not available out of office"],
      },
    },
    {
      name: "CheckAvailability",
      field: "query.bookingAvailability",
      rest: { method: "GET", path: "/services/{serviceId}/availability" },
      tool: {
        name: "check_availability",
        group: "availability",
        firstDay: true,
        keywords: ["free open slots times when table today tomorrow saturday next week room"],
      },
    },
    {
      name: "ListAvailableDays",
      field: "query.availableDays",
      rest: { method: "GET", path: "/services/{serviceId}/available-days" },
      tool: {
        name: "list_available_days",
        group: "availability",
        keywords: ["month view which days still open bookable calendar"],
      },
    },
    {
      name: "FindNextAvailableSlot",
      field: "query.nextAvailableSlot",
      bodyKey: "slot",
      rest: { method: "GET", path: "/services/{serviceId}/next-slot" },
      tool: {
        name: "find_next_available_slot",
        group: "availability",
        firstDay: true,
        keywords: ["soonest earliest first free"],
      },
    },
    {
      name: "HoldSlot",
      field: "mutation.holdSlot",
      rest: { method: "POST", path: "/slot-holds", status: 201 },
      tool: {
        name: "hold_slot",
        group: "availability",
        firstDay: true,
        keywords: ["keep reserve minutes while decides"],
      },
    },
    {
      name: "ReleaseSlot",
      field: "mutation.releaseSlot",
      rest: { method: "DELETE", path: "/slot-holds/{holdId}" },
      tool: {
        name: "release_slot",
        group: "availability",
        keywords: ["let go free again hold"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
