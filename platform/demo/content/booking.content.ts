import { createHash } from "node:crypto";
import { calendarSyncRows, insertSubscription } from "./calendar-sync.content.ts";
import { ticketRows } from "./booking-tickets.content.ts";
import {
  dayAfter,
  later,
  step,
  type ContentRow,
  type ContentStep,
  type DemoContent,
} from "./content-step.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "08:00", to: "20:00" }));
const guests = ["dana@client.example", "emil@client.example", "flora@client.example", "gus@client.example"];

const provider = (name: string, person: string): ContentStep[] => [
  step(name, "createProvider", { name: person, timezone: "America/New_York" }),
  step(name, "setWeeklyHours", {
    providerId: `prv_demo_${name}`,
    intervals: everyDay,
    effectiveFrom: "2020-01-01",
  }),
];
const service = (name: string, facts: object): ContentStep[] => [
  step(name, "createService", { durationMin: 30, timezone: "America/New_York", minNoticeMin: 0, ...facts }),
  step(name, "setServiceProviders", {
    serviceId: `svc_demo_${name}`,
    providerIds: ["prv_demo_1", "prv_demo_2"],
  }),
];
const booking = (now: Date, name: string, days: number, time: string, more: object = {}) =>
  step(
    name,
    "createBooking",
    {
      serviceId: "svc_demo_1",
      providerId: "prv_demo_1",
      date: dayAfter(now, days),
      time,
      clientEmail: guests[days % guests.length]!,
      ...more,
    },
    0,
  );

/** A practice with two people, appointments of this and the next week, and an event with tickets. */
export function bookingContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "gateway",
    appId: "event-manager",
    ownerId,
    lastRow: { table: "ticketed_events", id: "evt_demo_draft" },
    steps: [
      ...setupSteps(),
      ...bookingSteps(now),
      ...seriesSteps(now),
      ...pageSteps(),
      ...recordSteps(),
      ...eventSteps(),
    ],
    rows: [...visitorRows(ownerId, now), ...ticketRows(ownerId, now), ...calendarSyncRows(ownerId, now)],
    decide: (ctx) => insertSubscription(ctx, ownerId, now),
  };
}

/** People, services, a cancellation fee and a reminder. */
function setupSteps(): ContentStep[] {
  return [
    step("1", "createLocation", {
      name: "Main street",
      address: "12 Mill Lane, Springfield",
      timezone: "America/New_York",
    }),
    ...provider("1", "Jo Hart"),
    ...provider("2", "Sol Reyes"),
    ...provider("3", "Desk 3"),
    step("1", "addDateOverride", { providerId: "prv_demo_3", date: "2031-12-24", intervals: [] }),
    step("1", "blockProviderTime", {
      providerId: "prv_demo_3",
      from: "2031-08-04T00:00:00.000Z",
      to: "2031-08-09T00:00:00.000Z",
    }),
    ...service("1", { name: "First consultation", price: 90, category: "consulting", maxAdvanceDays: 365 }),
    ...service("2", {
      name: "Home visit",
      price: 140,
      durationMin: 60,
      requiresApproval: true,
      category: "visits",
    }),
    step("1", "createResource", { name: "Projector", locationId: "loc_demo_1", quantity: 2 }),
    step("1", "setCancellationPolicy", {
      serviceId: "svc_demo_1",
      tiers: [{ hoursBefore: 24, feePercent: 50 }],
    }),
    step("1", "createReminderSchedule", {
      serviceId: "svc_demo_1",
      offsetsMinutes: [60, 1440],
      template: "See you soon.",
    }),
  ];
}

/** Appointments of the days around now. */
function bookingSteps(now: Date): ContentStep[] {
  return [
    booking(now, "1", 2, "10:00"),
    booking(now, "2", 3, "11:30"),
    booking(now, "3", 4, "09:00"),
    booking(now, "4", 5, "15:00"),
    booking(now, "5", 8, "10:00"),
    booking(now, "6", 9, "14:30"),
    booking(now, "7", 10, "09:30"),
    booking(now, "8", 11, "16:00"),
    booking(now, "pending", 6, "13:00", { serviceId: "svc_demo_2", providerId: "prv_demo_2" }),
    step(
      "begun",
      "createBooking",
      {
        serviceId: "svc_demo_1",
        providerId: "prv_demo_1",
        date: dayAfter(now, -2),
        time: "10:00",
        clientEmail: guests[0]!,
      },
      5,
    ),
  ];
}

/** A series, a held start and a customer who waits. */
function seriesSteps(now: Date): ContentStep[] {
  return [
    step(
      "1",
      "createBookingSeries",
      {
        serviceId: "svc_demo_1",
        providerId: "prv_demo_2",
        clientEmail: guests[3]!,
        startDate: dayAfter(now, 3),
        time: "08:30",
        rrule: "FREQ=WEEKLY;COUNT=4",
      },
      0,
    ),
    step(
      "1",
      "holdSlot",
      {
        serviceId: "svc_demo_1",
        providerId: "prv_demo_2",
        start: `${dayAfter(now, 5)}T18:00:00.000Z`,
        ttlSeconds: 900,
      },
      0,
    ),
    step(
      "1",
      "joinWaitlist",
      {
        serviceId: "svc_demo_1",
        clientEmail: guests[0]!,
        windows: [{ from: `${dayAfter(now, 14)}T12:00:00.000Z`, to: `${dayAfter(now, 18)}T22:00:00.000Z` }],
      },
      0,
    ),
  ];
}

/** The public page, at `/book/demo-practice`. */
function pageSteps(): ContentStep[] {
  return [
    step("1", "updateBookingPage", {
      isEnabled: true,
      slug: "demo-practice",
      title: "Hart and Reyes",
      introduction: "Consultations and home visits.",
      requiresEmailCode: false,
      showsEvents: true,
    }),
  ];
}

/** Questions of a service, and a deposit. */
function recordSteps(): ContentStep[] {
  const questions = [
    { key: "address", label: "Where do we come to?", type: "text", required: true },
    { key: "parking", label: "Is there a place to park?", type: "boolean", required: false },
  ];
  return [
    step("1", "createIntakeForm", { serviceId: "svc_demo_2", questions }),
    step(
      "1",
      "recordDeposit",
      { bookingId: "bkg_demo_1", amount: 20, method: "card", reference: "T-1042" },
      0,
    ),
  ];
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A visitor's request with the token `demo-request` and the code 123456, and the link of a booking, `demo-booking`. */
function visitorRows(ownerId: string, now: Date): ContentRow[] {
  const id = "bpr_demo_1";
  const request = {
    id,
    owner_id: ownerId,
    page_id: "bpg_demo_1",
    email: guests[1],
    email_folded: guests[1],
    name: "Emil Voss",
    service_id: "svc_demo_1",
    starts_at: `${dayAfter(now, 12)}T17:00:00.000Z`,
    timezone: "America/New_York",
    token_hash: sha256("demo-request"),
    code_hash: sha256(`${id} 123456`),
    attempts: 0,
    expires_at: later(now),
    created_at: later(now),
  };
  const token_hash = sha256("demo-booking");
  const link = { token_hash, owner_id: ownerId, booking_id: "bkg_demo_5", created_at: now.toISOString() };
  return [
    { table: "booking_page_requests", row: request },
    { table: "booking_manage_links", row: link },
  ];
}

/** Two events with tickets. */
function eventSteps(): ContentStep[] {
  return [
    step("1", "createEvent", {
      title: "Open studio",
      start: "2031-05-03T17:00:00.000Z",
      end: "2031-05-03T20:00:00.000Z",
      timezone: "America/New_York",
      capacity: 80,
      refundHoursBefore: 24,
      description: "An evening with the team.",
    }),
    step("1", "createTicketType", { eventId: "evt_demo_1", name: "Standard", price: 25, quantity: 60 }),
    step("guest", "createTicketType", { eventId: "evt_demo_1", name: "Guest", price: 0, quantity: 10 }),
    step("1", "publishEvent", { eventId: "evt_demo_1" }),
    step(
      "1",
      "registerAttendee",
      {
        eventId: "evt_demo_1",
        ticketTypeId: "tkt_demo_1",
        name: "Dana Alva",
        email: guests[0]!,
        quantity: 2,
      },
      3,
    ),
    step("draft", "createEvent", {
      title: "Autumn workshop",
      start: "2031-10-04T14:00:00.000Z",
      end: "2031-10-04T17:00:00.000Z",
      timezone: "America/New_York",
    }),
    step("draft", "createTicketType", { eventId: "evt_demo_draft", name: "Seat", price: 40, quantity: 12 }),
  ];
}
