import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";
import { bookingArea } from "./booking.area.ts";

/** Calendars of connected accounts that are kept in step. */
export const calendarSyncOperations: AreaDefinition<BookingGroup> = {
  ...bookingArea,
  group: "calendar-sync",
  operations: [
    {
      name: "ListConnectedCalendars",
      field: "query.connectableCalendars",
      rest: { method: "GET", path: "/connected-calendars" },
      tool: {
        name: "list_connected_calendars",
        keywords: ["which google outlook calendars does my account have choose one"],
        openWorld: true,
      },
    },
    {
      name: "ConnectCalendar",
      field: "mutation.connectCalendar",
      rest: { method: "POST", path: "/calendar-syncs", status: 201 },
      tool: {
        name: "connect_calendar",
        keywords: ["two-way sync google calendar outlook microsoft office 365 connect keep in step"],
        openWorld: true,
        example: { providerId: "prv_01", connectionId: "ocn_01", calendarId: "ana@salon.example" },
      },
    },
    {
      name: "ListCalendarSyncs",
      field: "query.calendarSyncs",
      rest: { method: "GET", path: "/calendar-syncs" },
      tool: {
        name: "list_calendar_syncs",
        keywords: ["is my google calendar sync working last error status"],
      },
    },
    {
      name: "SyncCalendar",
      field: "mutation.syncCalendar",
      rest: { method: "POST", path: "/calendar-syncs/{syncId}/run" },
      tool: {
        name: "sync_calendar",
        keywords: ["refresh calendar now again after reconnecting account"],
        openWorld: true,
      },
    },
    {
      name: "DisconnectCalendar",
      field: "mutation.disconnectCalendar",
      rest: { method: "POST", path: "/calendar-syncs/{syncId}/disconnect" },
      tool: {
        name: "disconnect_calendar",
        keywords: ["stop syncing google outlook remove calendar connection"],
        destructive: true,
        openWorld: true,
      },
    },
    {
      name: "ListCalendarConflicts",
      field: "query.calendarConflicts",
      rest: { method: "GET", path: "/calendar-conflicts" },
      tool: {
        name: "list_calendar_conflicts",
        keywords: ["double booked event overlaps moved deleted in google outlook differences"],
      },
    },
    {
      name: "ResolveCalendarConflict",
      field: "mutation.resolveCalendarConflict",
      rest: { method: "POST", path: "/calendar-conflicts/{conflictId}/resolve" },
      tool: {
        name: "resolve_calendar_conflict",
        keywords: ["decide keep the booking or follow the calendar"],
        destructive: true,
        openWorld: true,
        example: { conflictId: "clc_01", keep: "booking" },
      },
    },
  ],
};
