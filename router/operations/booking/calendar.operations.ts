import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

/** Agendas, recurring bookings and imported calendars. */
export const bookingCalendarOperations: AreaDefinition<BookingGroup> = {
  area: "booking-calendar",
  title: "Agendas, series and calendars",
  needsApp: true,
  operations: [
    {
      name: "GetAgenda",
      field: "query.bookingAgenda",
      rest: { method: "GET", path: "/agenda" },
      tool: {
        name: "get_agenda",
        group: "bookings",
        firstDay: true,
        keywords: [
          "my day",
          "schedule",
          "who comes today",
          "today tomorrow my day schedule plan what do i have",
        ],
      },
    },
    {
      name: "CreateBookingSeries",
      field: "mutation.createBookingSeries",
      rest: { method: "POST", path: "/booking-series", status: 201 },
      tool: {
        name: "create_booking_series",
        group: "recurring-bookings",
        firstDay: true,
        openWorld: true,
        keywords: ["every week", "weekly", "recurring", "repeat", "repeat every week class tuesday regular"],
        example: {
          serviceId: "svc_01",
          clientEmail: "ana@client.example",
          startDate: "2026-01-06",
          time: "10:00",
          rrule: "FREQ=WEEKLY;COUNT=10",
          onConflict: "skip",
        },
      },
    },
    {
      name: "GetBookingSeries",
      field: "query.bookingSeries",
      rest: { method: "GET", path: "/booking-series/{seriesId}" },
      tool: {
        name: "get_booking_series",
        group: "recurring-bookings",
        keywords: ["show repeating appointments"],
      },
    },
    {
      name: "UpdateBookingSeries",
      field: "mutation.updateBookingSeries",
      rest: { method: "PATCH", path: "/booking-series/{seriesId}" },
      tool: {
        name: "update_booking_series",
        group: "recurring-bookings",
        openWorld: true,
        keywords: ["move all following repeating weekly appointments another hour stylist"],
        example: { seriesId: "bks_01", time: "11:00" },
      },
    },
    {
      name: "CancelBookingSeries",
      field: "mutation.cancelBookingSeries",
      rest: { method: "POST", path: "/booking-series/{seriesId}/cancel" },
      tool: {
        name: "cancel_booking_series",
        group: "recurring-bookings",
        destructive: true,
        openWorld: true,
        keywords: ["stop repeating weekly appointments call off all remaining"],
      },
    },
    {
      name: "GetCalendarFeedUrl",
      field: "query.getCalendarFeedUrl",
      rest: { method: "GET", path: "/providers/{providerId}/calendar-feed" },
      tool: {
        name: "get_calendar_feed_url",
        group: "calendar",
        keywords: [
          "subscribe link show bookings in google calendar outlook apple ical feed",
          "see appointments on my phone",
        ],
      },
    },
    {
      name: "RotateCalendarFeedToken",
      field: "mutation.rotateCalendarFeedToken",
      rest: { method: "POST", path: "/providers/{providerId}/calendar-feed/rotate" },
      tool: {
        name: "rotate_calendar_feed_token",
        group: "calendar",
        destructive: true,
        keywords: ["calendar link leaked new secret revoke subscription ical feed"],
      },
    },
    {
      name: "CalendarFeed",
      field: "query.calendarFeed",
      rest: {
        method: "GET",
        path: "/calendar-feeds/{token}",
        file: { download: "download", isDefault: true, types: ["text/calendar"] },
        revalidates: {},
        needsApp: false,
      },
    },
    {
      name: "ListCalendarSubscriptions",
      field: "query.calendarSubscriptions",
      rest: { method: "GET", path: "/calendar-subscriptions" },
      tool: {
        name: "list_calendar_subscriptions",
        group: "calendar",
        keywords: ["ics webcal url last error is the imported calendar still read"],
      },
    },
    {
      name: "RemoveCalendarSubscription",
      field: "mutation.removeCalendarSubscription",
      rest: { method: "DELETE", path: "/calendar-subscriptions/{subscriptionId}" },
      tool: {
        name: "remove_calendar_subscription",
        group: "calendar",
        destructive: true,
        keywords: ["unsubscribe from an ics webcal url stop reading calendar"],
      },
    },
    {
      name: "ListBusyBlocks",
      field: "query.busyBlocks",
      rest: { method: "GET", path: "/providers/{providerId}/busy-blocks" },
      tool: {
        name: "list_busy_blocks",
        group: "calendar",
        keywords: ["what came from the google outlook calendar imported"],
      },
    },
    {
      name: "ImportBusyCalendar",
      field: "mutation.importBusyCalendar",
      rest: {
        method: "POST",
        path: "/providers/{providerId}/busy-calendars",
        status: 201,
        maxBodyBytes: 5 * 1024 * 1024,
        textBody: { type: "text/calendar", as: "ics" },
      },
      tool: {
        name: "import_busy_calendar",
        group: "calendar",
        firstDay: true,
        keywords: [
          "google calendar",
          "outlook",
          "ical",
          "sync",
          "google calendar outlook external busy sync",
          "subscribe to an ics webcal url",
        ],
        openWorld: true,
        file: { as: "ics", encoding: "utf8", types: ["text/calendar", "text/plain"] },
        example: {
          providerId: "prv_01",
          source: "private",
          ics: "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@example\r\nDTSTART:20260106T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        },
      },
    },
  ],
};
