import type { OperationArea } from "./operation.ts";

/** Agendas, bookings that repeat, and calendars of elsewhere. */
export const bookingCalendarOperations: OperationArea = {
  area: "booking-calendar",
  title: "Agendas, series and calendars",
  operations: [
    {
      name: "GetAgenda",
      field: "query.bookingAgenda",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/agenda", needsApp: true },
      tool: {
        name: "get_agenda",
        keywords: ["my day", "schedule", "who comes today"],
      },
    },
    {
      name: "CreateBookingSeries",
      field: "mutation.createBookingSeries",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/booking-series", status: 201, needsApp: true },
      tool: {
        name: "create_booking_series",
        openWorld: true,
        keywords: ["every week", "weekly", "recurring", "repeat"],
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
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/booking-series/{seriesId}", needsApp: true },
      tool: { name: "get_booking_series" },
    },
    {
      name: "ImportBusyCalendar",
      field: "mutation.importBusyCalendar",
      documented: false,
      family: "bare",
      rest: {
        method: "POST",
        path: "/providers/{providerId}/busy-calendars",
        status: 201,
        needsApp: true,
        maxBodyBytes: 5 * 1024 * 1024,
        textBody: { type: "text/calendar", as: "ics" },
      },
      tool: {
        name: "import_busy_calendar",
        keywords: ["google calendar", "outlook", "ical", "sync"],
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
