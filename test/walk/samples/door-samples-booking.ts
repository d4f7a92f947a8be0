import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;
type Input = Record<string, unknown>;

const fixed = (input: Input) => () => Promise.resolve(input);

export async function call(app: TestApp, method: string, path: string, headers: Headers, body?: Input) {
  return (await app.send(method, path, { ...headers, "x-app-id": "event-manager" }, body)).body;
}

export async function newLocation(app: TestApp, headers: Headers) {
  const place = { name: "Sample", address: "12 Mill Lane, Springfield", timezone: "UTC" };
  return { locationId: (await call(app, "POST", "/locations", headers, place)).id as string };
}

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));

export async function newService(app: TestApp, headers: Headers, over: Input = {}) {
  const service = { name: "Sample", durationMin: 30, timezone: "UTC", ...over };
  return { serviceId: (await call(app, "POST", "/services", headers, service)).id as string };
}

export async function newProvider(app: TestApp, headers: Headers) {
  const provider = { name: "Sample", timezone: "UTC" };
  const { id } = await call(app, "POST", "/providers", headers, provider);
  const hours = { intervals: week, effectiveFrom: "2020-01-01" };
  await call(app, "PUT", `/providers/${id}/weekly-hours`, headers, hours);
  return { providerId: id as string };
}

/** A service that is open day and night, with two providers. */
export async function openService(app: TestApp, headers: Headers, over: Input = {}) {
  const { serviceId } = await newService(app, headers, over);
  const providerIds = [await newProvider(app, headers), await newProvider(app, headers)].map(
    (one) => one.providerId,
  );
  await call(app, "PUT", `/services/${serviceId}/providers`, headers, { providerIds });
  return { serviceId, providerIds };
}

/** A day that is not far, whatever today is. */
export const soon = () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const wanted = (time = "10:00") => ({ date: soon(), time, clientEmail: "sample@client.example" });

export async function newBooking(app: TestApp, headers: Headers, over: Input = {}) {
  const { serviceId } = await openService(app, headers, over);
  const { bookingId } = await call(app, "POST", "/bookings", headers, { serviceId, ...wanted() });
  return { bookingId: bookingId as string };
}

const newPending = (app: TestApp, headers: Headers) => newBooking(app, headers, { requiresApproval: true });

/** A booking whose time has begun. */
async function newBegun(app: TestApp, headers: Headers) {
  const booking = await newBooking(app, headers);
  await app.database.query(
    `UPDATE gateway.bookings SET block_start = now() - interval '9 days', starts_at = now() - interval '9 days',
     ends_at = now() - interval '8 days', block_end = now() - interval '8 days' WHERE id = $1`,
    [booking.bookingId],
  );
  return booking;
}

async function newHold(app: TestApp, headers: Headers) {
  const { serviceId } = await openService(app, headers);
  const hold = await call(app, "POST", "/slot-holds", headers, {
    serviceId,
    start: `${soon()}T12:00:00.000Z`,
  });
  return { holdId: hold.holdId as string };
}

const ics = (start: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@sample\r\nDTSTART:${start}\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

const newSeries = async (app: TestApp, headers: Headers) => ({
  serviceId: (await openService(app, headers)).serviceId,
  clientEmail: "sample@client.example",
  startDate: soon(),
  time: "09:00",
  rrule: "FREQ=WEEKLY;COUNT=2",
});

async function madeSeries(app: TestApp, headers: Headers) {
  const { id } = await call(app, "POST", "/booking-series", headers, await newSeries(app, headers));
  return { seriesId: id as string };
}

const blockedSpan = { from: "2026-12-24T00:00:00.000Z", to: "2026-12-27T00:00:00.000Z" };

const foreign = "NOT_FOUND";
const onBooking: Sample = { input: newBooking, foreign };

const setupSamples: Record<string, Sample> = {
  CreateService: {
    input: fixed({ name: "Sample", durationMin: 45, price: 30 }),
    bad: { input: { name: " ", durationMin: 1, capacity: 0 }, paths: ["name", "durationMin", "capacity"] },
  },
  GetService: { input: newService, foreign },
  ListServices: {
    input: fixed({ limit: 1, category: "no such category" }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  UpdateService: {
    input: async (app, headers) => ({ ...(await newService(app, headers)), price: 12 }),
    bad: { input: { serviceId: "svc_x", durationMin: 1, price: -1 }, paths: ["durationMin", "price"] },
    foreign,
  },
  SetServiceProviders: {
    input: async (app, headers) => ({
      ...(await newService(app, headers)),
      providerIds: [(await newProvider(app, headers)).providerId],
    }),
    foreign,
  },
  SetCancellationPolicy: {
    input: async (app, headers) => ({
      ...(await newService(app, headers)),
      tiers: [{ hoursBefore: 24, feePercent: 50 }],
    }),
    bad: {
      input: { serviceId: "svc_x", tiers: [{ hoursBefore: 0, feePercent: 101 }] },
      paths: ["tiers.0.hoursBefore", "tiers.0.feePercent"],
    },
    foreign,
  },
  CreateProvider: {
    input: async (app, headers) => ({
      name: "Sample",
      timezone: "Europe/London",
      ...(await newLocation(app, headers)),
    }),
    bad: { input: { name: " ", email: "nobody", timezone: "UTC" }, paths: ["name", "email"] },
    foreign,
  },
  GetProvider: { input: newProvider, foreign },
  ListProviders: {
    input: fixed({ limit: 1, serviceId: "svc_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  SetWeeklyHours: {
    input: async (app, headers) => ({
      ...(await newProvider(app, headers)),
      intervals: [{ weekday: 1, from: "09:00", to: "17:00" }],
      effectiveFrom: "2026-01-01",
    }),
    bad: {
      input: { providerId: "prv_x", intervals: [{ weekday: 8, from: "9", to: "17:00" }] },
      paths: ["intervals.0.weekday", "intervals.0.from"],
    },
    foreign,
  },
  GetWeeklyHours: { input: newProvider, foreign },
  ArchiveService: { input: newService, foreign },
  RestoreService: {
    input: async (app, headers) => {
      const made = await newService(app, headers);
      await call(app, "POST", `/services/${made.serviceId}/archive`, headers);
      return made;
    },
    foreign,
  },
  GetCancellationPolicy: { input: newService, foreign },
  UpdateProvider: {
    input: async (app, headers) => ({ ...(await newProvider(app, headers)), name: "Renamed" }),
    bad: { input: { providerId: "prv_x", name: " ", email: "nobody" }, paths: ["name", "email"] },
    foreign,
  },
  ArchiveProvider: { input: newProvider, foreign },
  ListDateOverrides: {
    input: async (app, headers) => ({
      ...(await newProvider(app, headers)),
      from: "2026-12-01",
      to: "2026-12-31",
    }),
    bad: { input: { providerId: "prv_x", from: "2026-12-01", to: "2026-02-30" }, paths: ["to"] },
    foreign,
  },
  RemoveDateOverride: {
    input: async (app, headers) => {
      const { providerId } = await newProvider(app, headers);
      await call(app, "PUT", `/providers/${providerId}/date-overrides/2026-12-25`, headers, {
        intervals: [],
      });
      return { providerId, date: "2026-12-25" };
    },
    foreign,
  },
  ListBlockedTime: {
    input: async (app, headers) => ({ ...(await newProvider(app, headers)), ...blockedSpan }),
    bad: { input: { providerId: "prv_x", ...blockedSpan, limit: 0 }, paths: ["limit"] },
    foreign,
  },
  UnblockProviderTime: {
    input: async (app, headers) => {
      const { providerId } = await newProvider(app, headers);
      const path = `/providers/${providerId}/blocked-times`;
      return { blockId: (await call(app, "POST", path, headers, blockedSpan)).id as string };
    },
    foreign,
  },
  AddDateOverride: {
    input: async (app, headers) => ({
      ...(await newProvider(app, headers)),
      date: "2026-12-25",
      intervals: [],
    }),
    foreign,
  },
  BlockProviderTime: {
    input: async (app, headers) => ({
      ...(await newProvider(app, headers)),
      ...blockedSpan,
    }),
    foreign,
  },
};

const sampleEvent = {
  title: "Open day",
  start: "2030-05-01T17:00:00.000Z",
  end: "2030-05-01T20:00:00.000Z",
  timezone: "UTC",
};

async function newEvent(app: TestApp, headers: Headers) {
  return { eventId: (await call(app, "POST", "/events", headers, sampleEvent)).id as string };
}

async function newTicketed(app: TestApp, headers: Headers) {
  const { eventId } = await newEvent(app, headers);
  const kind = { name: "Standard", price: 25, quantity: 5 };
  const { id } = await call(app, "POST", `/events/${eventId}/ticket-types`, headers, kind);
  return { eventId, ticketTypeId: id as string };
}

export async function newAttendee(app: TestApp, headers: Headers) {
  const { eventId, ticketTypeId } = await newTicketed(app, headers);
  await call(app, "POST", `/events/${eventId}/publish`, headers);
  return { eventId, ticketTypeId, name: "Ana Alva", email: "ana@client.example" };
}

const onEvent = async (app: TestApp, headers: Headers) => ({
  eventId: (await newTicketed(app, headers)).eventId,
});

const eventSamples: Record<string, Sample> = {
  CreateEvent: {
    input: async (app, headers) => ({ ...sampleEvent, ...(await newLocation(app, headers)) }),
    bad: { input: { ...sampleEvent, title: " ", capacity: 0 }, paths: ["title", "capacity"] },
    foreign,
  },
  ListEvents: {
    input: fixed({ from: "2039-01-01T00:00:00.000Z" }),
    bad: { input: { status: "x", limit: 0 }, paths: ["status", "limit"] },
  },
  PublishEvent: { input: onEvent, foreign },
  CancelEvent: {
    input: async (app, headers) => ({ ...(await onEvent(app, headers)), reason: "Storm" }),
    bad: { input: { eventId: "evt_x", reason: " " }, paths: ["reason"] },
    foreign,
  },
  CreateTicketType: {
    input: async (app, headers) => ({
      ...(await newEvent(app, headers)),
      name: "Sample",
      price: 1,
      quantity: 2,
    }),
    bad: {
      input: { eventId: "evt_x", name: " ", price: -1, quantity: 0 },
      paths: ["name", "price", "quantity"],
    },
    foreign,
  },
  RegisterAttendee: {
    input: newAttendee,
    bad: {
      input: { eventId: "evt_x", ticketTypeId: "tkt_x", name: " ", email: "x", quantity: 21 },
      paths: ["name", "email", "quantity"],
    },
    foreign,
  },
  GetEvent: { input: onEvent, foreign },
  GetEventSummary: { input: onEvent, foreign },
  ListTicketTypes: { input: onEvent, foreign },
  ListAttendees: {
    input: onEvent,
    bad: { input: { eventId: "evt_x", status: "x", limit: 0 }, paths: ["status", "limit"] },
    foreign,
  },
  UpdateEvent: {
    input: async (app, headers) => ({ ...(await onEvent(app, headers)), title: "Open evening" }),
    bad: { input: { eventId: "evt_x", title: " ", capacity: 0 }, paths: ["title", "capacity"] },
    foreign,
  },
  UpdateTicketType: {
    input: async (app, headers) => ({
      ticketTypeId: (await newTicketed(app, headers)).ticketTypeId,
      quantity: 6,
    }),
    bad: {
      input: { ticketTypeId: "tkt_x", name: " ", price: -1, quantity: 0 },
      paths: ["name", "price", "quantity"],
    },
    foreign,
  },
  CancelRegistration: {
    input: async (app, headers) => {
      const { eventId, ...asked } = await newAttendee(app, headers);
      const made = await call(app, "POST", `/events/${eventId}/registrations`, headers, asked);
      return { registrationId: made.id as string };
    },
    foreign,
  },
  CheckInScans: {
    input: async (app, headers) => {
      const { eventId, ...asked } = await newAttendee(app, headers);
      const { tickets } = await call(app, "POST", `/events/${eventId}/registrations`, headers, asked);
      const [{ ticketCode } = { ticketCode: "" }] = tickets as { ticketCode: string }[];
      return { scans: [{ ticketCode, at: "2026-01-01T10:00:00.000Z" }] };
    },
    bad: {
      input: { scans: [{ ticketCode: "x".repeat(65), at: "2026-01-01T10:00:00.000Z" }] },
      paths: ["scans.0.ticketCode"],
    },
  },
  CheckInAttendee: {
    input: async (app, headers) => {
      const { eventId, ...asked } = await newAttendee(app, headers);
      const { tickets } = await call(app, "POST", `/events/${eventId}/registrations`, headers, asked);
      return { ticketCode: (tickets as { ticketCode: string }[])[0]!.ticketCode };
    },
    foreign,
  },
};

export const bookingSamples: Record<string, Sample> = {
  ...setupSamples,
  ...eventSamples,
  CheckAvailability: {
    input: async (app, headers) => ({ serviceId: (await openService(app, headers)).serviceId, date: soon() }),
    bad: { input: { serviceId: "svc_x", partySize: 0 }, paths: ["partySize"] },
    foreign,
  },
  FindNextAvailableSlot: {
    input: async (app, headers) => ({
      serviceId: (await openService(app, headers)).serviceId,
      after: `${soon()}T00:00:00.000Z`,
    }),
    bad: { input: { serviceId: "svc_x", timeFrom: "9" }, paths: ["timeFrom"] },
    foreign,
  },
  HoldSlot: {
    input: async (app, headers) => ({
      serviceId: (await openService(app, headers)).serviceId,
      start: `${soon()}T11:00:00.000Z`,
    }),
    foreign,
  },
  ReleaseSlot: { input: newHold, foreign: "HOLD_NOT_FOUND" },
  CreateBooking: {
    input: async (app, headers) => ({ serviceId: (await openService(app, headers)).serviceId, ...wanted() }),
    bad: {
      input: { serviceId: "svc_x", ...wanted("25:00"), clientEmail: "nobody" },
      paths: ["time", "clientEmail"],
    },
    foreign,
  },
  GetUtilizationReport: {
    input: fixed({ from: "2026-01-01", to: "2026-01-07" }),
    bad: { input: { from: "2026-13-01", to: "2026-01-07" }, paths: ["from"] },
  },
  GetBookingReport: {
    input: fixed({ from: "2039-01-01T00:00:00.000Z", to: "2039-02-01T00:00:00.000Z" }),
    bad: {
      input: {
        from: "2039-01-01T00:00:00.000Z",
        to: "2039-02-01T00:00:00.000Z",
        serviceId: "x".repeat(65),
      },
      paths: ["serviceId"],
    },
  },
  GetAgenda: {
    input: async (app, headers) => ({ ...(await newProvider(app, headers)), date: soon() }),
    bad: { input: { date: "2026-13-01" }, paths: ["date"] },
  },
  CreateBookingSeries: {
    input: newSeries,
    bad: {
      input: { serviceId: "svc_x", clientEmail: "x", startDate: soon(), time: "9", rrule: " " },
      paths: ["clientEmail", "time", "rrule"],
    },
    foreign,
  },
  GetBookingSeries: {
    input: madeSeries,
    foreign,
  },
  UpdateBookingSeries: {
    input: async (app, headers) => ({ ...(await madeSeries(app, headers)), time: "11:00" }),
    bad: { input: { seriesId: "bks_x", time: "9" }, paths: ["time"] },
    foreign,
  },
  CancelBookingSeries: { input: madeSeries, foreign },
  ListBusyBlocks: {
    input: async (app, headers) => ({ ...(await newProvider(app, headers)), ...blockedSpan }),
    bad: { input: { providerId: "prv_x", ...blockedSpan, limit: 0 }, paths: ["limit"] },
    foreign,
  },
  ListAvailableDays: {
    input: async (app, headers) => ({
      serviceId: (await openService(app, headers)).serviceId,
      month: soon().slice(0, 7),
    }),
    bad: { input: { serviceId: "svc_x", month: "2026-13", partySize: 0 }, paths: ["month", "partySize"] },
    foreign,
  },
  UpdateBookingDetails: {
    input: async (app, headers) => ({ ...(await newBooking(app, headers)), notes: "Window seat" }),
    bad: { input: { bookingId: "bkg_x", partySize: 0 }, paths: ["partySize"] },
    foreign,
  },
  ListBookingHistory: onBooking,
  AddBookingNote: {
    input: async (app, headers) => ({ ...(await newBooking(app, headers)), text: "Allergic to latex" }),
    bad: { input: { bookingId: "bkg_x", text: " " }, paths: ["text"] },
    foreign,
  },
  ImportBusyCalendar: {
    input: async (app, headers) => ({
      ...(await newProvider(app, headers)),
      ics: ics(`${soon().replaceAll("-", "")}T090000Z`),
    }),
    bad: { input: { providerId: "prv_x", ics: "BEGIN:VCALENDAR", source: " " }, paths: ["source"] },
    foreign,
  },
  GetBooking: onBooking,
  ListBookings: {
    input: fixed({ limit: 1, status: "no_show" }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  RescheduleBooking: {
    input: async (app, headers) => ({ ...(await newBooking(app, headers)), date: soon(), time: "15:00" }),
    bad: { input: { bookingId: "bkg_x", date: soon(), time: "noon" }, paths: ["time"] },
    foreign,
  },
  ReassignBooking: {
    input: async (app, headers) => {
      const { serviceId, providerIds } = await openService(app, headers);
      const [providerId, other] = providerIds;
      const { bookingId } = await call(app, "POST", "/bookings", headers, {
        serviceId,
        providerId,
        ...wanted(),
      });
      return { bookingId, providerId: other };
    },
    foreign,
  },
  ConfirmBooking: { input: newPending, foreign },
  DeclineBooking: { input: newPending, foreign },
  CancelBooking: onBooking,
  PreviewCancellation: onBooking,
  CheckInBooking: onBooking,
  CompleteBooking: onBooking,
  MarkNoShow: { input: newBegun, foreign },
  ExportBookingIcs: onBooking,
  SendReminder: onBooking,
  CreateReminderSchedule: {
    input: async (app, headers) => ({
      serviceId: (await openService(app, headers)).serviceId,
      offsetsMinutes: [60, 1440],
      template: "sample",
    }),
    bad: { input: { offsetsMinutes: [], template: " " }, paths: ["offsetsMinutes", "template"] },
    foreign,
  },
  ListReminderSchedules: {
    input: fixed({ limit: 1, serviceId: "svc_x" }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  DeleteReminderSchedule: {
    input: async (app, headers) => {
      const { serviceId } = await newService(app, headers);
      const schedule = { serviceId, offsetsMinutes: [60], template: "sample" };
      return { scheduleId: (await call(app, "POST", "/reminder-schedules", headers, schedule)).id as string };
    },
    foreign,
  },
  ListSentNotifications: {
    input: fixed({ limit: 1, bookingId: "bkg_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
};
