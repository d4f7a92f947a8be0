import { demoCalendarConnectionId } from "../../src/demo-identities.ts";
import type { ExampleRows } from "./example.types.ts";

const calendar = [
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "UID:1@calendar.example",
  "DTSTART:20310310T140000Z",
  "DURATION:PT1H",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** The code of the ticket `etk_demo_1`: it follows from the ID and the encryption secret of the demo. */
const demoTicketCode = "2a02f593cdb0415569775acfe511336c";

/** The token of the calendar feed of `prv_demo_1`, derived in the same way. */
const demoFeedToken = "prv_demo_1.9524321d0e11e785f0788debaed1537b";

/** Services, providers, appointments, and events with tickets. */
export const bookingExamples: ExampleRows = {
  CreateService: { input: { name: "Follow-up", durationMin: 20, price: 45, category: "consulting" } },
  UpdateService: { input: { serviceId: "svc_demo_1", price: 95 } },
  SetServiceProviders: { input: { serviceId: "svc_demo_1", providerIds: ["prv_demo_1", "prv_demo_2"] } },
  SetCancellationPolicy: { input: { serviceId: "svc_demo_1", tiers: [{ hoursBefore: 48, feePercent: 25 }] } },
  CreateProvider: { input: { name: "Max Lind", email: "max@staff.example", timezone: "America/New_York" } },
  SetWeeklyHours: {
    input: {
      providerId: "prv_demo_1",
      intervals: [{ weekday: 1, from: "09:00", to: "17:00" }],
      effectiveFrom: "2031-01-01",
    },
  },
  AddDateOverride: { input: { providerId: "prv_demo_1", date: "2031-12-25", intervals: [] } },
  BlockProviderTime: {
    input: { providerId: "prv_demo_1", from: "2031-07-01T00:00:00.000Z", to: "2031-07-08T00:00:00.000Z" },
  },
  UpdateProvider: { input: { providerId: "prv_demo_1", email: "jo@staff.example" } },
  ArchiveProvider: { input: { providerId: "prv_demo_3" } },
  ListDateOverrides: { input: { providerId: "prv_demo_3", from: "2031-12-01", to: "2031-12-31" } },
  RemoveDateOverride: { input: { providerId: "prv_demo_3", date: "2031-12-24" } },
  ListBlockedTime: {
    input: { providerId: "prv_demo_3", from: "2031-08-01T00:00:00.000Z", to: "2031-09-01T00:00:00.000Z" },
  },
  UnblockProviderTime: { input: { blockId: "blk_demo_1" } },
  DeleteReminderSchedule: { input: { scheduleId: "rms_demo_1" } },
  CheckAvailability: { input: (day) => ({ serviceId: "svc_demo_1", date: day(7) }) },
  HoldSlot: { input: (day) => ({ serviceId: "svc_demo_1", start: `${day(20)}T16:00:00.000Z` }) },
  CreateBooking: {
    input: (day) => ({
      serviceId: "svc_demo_1",
      date: day(21),
      time: "10:00",
      clientEmail: "emil@client.example",
    }),
  },
  CreateBookingSeries: {
    input: (day) => ({
      serviceId: "svc_demo_1",
      clientEmail: "flora@client.example",
      startDate: day(22),
      time: "09:00",
      rrule: "FREQ=WEEKLY;COUNT=2",
    }),
  },
  RescheduleBooking: { input: (day) => ({ bookingId: "bkg_demo_1", date: day(23), time: "15:00" }) },
  ReassignBooking: { input: { bookingId: "bkg_demo_1", providerId: "prv_demo_2" } },
  ConfirmBooking: { input: { bookingId: "bkg_demo_pending" } },
  DeclineBooking: { input: { bookingId: "bkg_demo_pending", reason: "Fully booked" } },
  CreateIntakeForm: {
    input: {
      serviceId: "svc_demo_1",
      questions: [
        { key: "topic", label: "What is it about?", type: "long_text", required: true },
        {
          key: "language",
          label: "Language",
          type: "choice",
          required: false,
          options: ["English", "Spanish"],
        },
      ],
    },
  },
  ListIntakeForms: { input: { serviceId: "svc_demo_2" } },
  UpdateIntakeForm: {
    input: {
      formId: "ifm_demo_1",
      questions: [{ key: "address", label: "Where do we come to?", type: "text", required: true }],
    },
  },
  GetIntakeAnswers: { input: { bookingId: "bkg_demo_1" } },
  RecordDeposit: { input: { bookingId: "bkg_demo_2", amount: 25, method: "cash" } },
  RefundDeposit: { input: { depositId: "bdp_demo_1", amount: 10 } },
  ListDeposits: { input: { status: "received" } },
  GetCalendarFeedUrl: { input: { providerId: "prv_demo_1" } },
  RotateCalendarFeedToken: { input: { providerId: "prv_demo_2" } },
  CalendarFeed: { input: { token: demoFeedToken } },
  UpdateBookingPage: { input: { introduction: "Consultations, and visits at your home." } },
  PublicBookingPage: { input: (day) => ({ slug: "demo-practice", serviceId: "svc_demo_1", date: day(13) }) },
  PublicBookingDays: { input: (day) => ({ slug: "demo-practice", serviceId: "svc_demo_1", from: day(1) }) },
  PublicBookingSlots: { input: (day) => ({ slug: "demo-practice", serviceId: "svc_demo_1", date: day(13) }) },
  CreatePublicBooking: {
    input: (day) => ({
      slug: "demo-practice",
      serviceId: "svc_demo_1",
      start: `${day(13)}T17:00:00.000Z`,
      timezone: "America/Chicago",
      name: "Ines Vale",
      email: "ines@client.example",
    }),
  },
  ConfirmPublicBooking: { input: { slug: "demo-practice", token: "demo-request", code: "123456" } },
  ManagedBooking: { input: { token: "demo-booking" } },
  RescheduleManagedBooking: {
    input: (day) => ({ token: "demo-booking", start: `${day(14)}T17:00:00.000Z` }),
  },
  CancelManagedBooking: { input: { token: "demo-booking" } },
  PayManagedBooking: { input: { token: "demo-deposit" } },
  PublicEvents: { input: { slug: "demo-practice" } },
  PublicEvent: { input: { slug: "demo-practice", eventId: "evt_demo_1" } },
  CreatePublicRegistration: {
    input: {
      slug: "demo-practice",
      eventId: "evt_demo_1",
      ticketTypeId: "tkt_demo_1",
      quantity: 2,
      name: "Ines Vale",
      email: "ines@client.example",
      attendeeNames: "Ines Vale\nTom Vale",
    },
  },
  ManagedRegistration: { input: { token: "demo-tickets" } },
  PayManagedRegistration: { input: { token: "demo-tickets-due" } },
  AcceptManagedRegistration: { input: { token: "demo-tickets-free" } },
  CancelManagedRegistration: { input: { token: "demo-tickets" } },
  TransferManagedRegistration: {
    input: { token: "demo-tickets", name: "Flora Reed", email: "flora@client.example" },
  },
  CancelBooking: { input: { bookingId: "bkg_demo_1", reason: "Ill" } },
  MarkNoShow: { input: { bookingId: "bkg_demo_begun" } },
  CreateReminderSchedule: {
    input: { serviceId: "svc_demo_2", offsetsMinutes: [120], template: "We are on our way soon." },
  },
  CreateLocation: {
    input: { name: "Riverside", address: "4 Quay Street, Springfield", timezone: "America/New_York" },
  },
  UpdateLocation: { input: { locationId: "loc_demo_1", address: "12 Mill Lane, Springfield" } },
  CreateResource: { input: { name: "Treatment room", quantity: 2 } },
  UpdateResource: { input: { resourceId: "rsc_demo_1", quantity: 3 } },
  JoinWaitlist: {
    input: (day) => ({
      serviceId: "svc_demo_1",
      clientEmail: "emil@client.example",
      windows: [{ from: `${day(6)}T12:00:00.000Z`, to: `${day(8)}T22:00:00.000Z` }],
    }),
  },
  OfferWaitlistSlot: {
    input: (day) => ({ entryId: "wle_demo_1", start: `${day(15)}T16:00:00.000Z`, ttlMinutes: 120 }),
  },
  CreateBookingCustomer: {
    input: { name: "Ida Marsh", email: "ida@client.example", phone: "+1 212 555 0142" },
  },
  GetBookingCustomer: { input: { customerId: "bcu_demo_1" } },
  UpdateBookingCustomer: { input: { customerId: "bcu_demo_1", phone: "+1 212 555 0143" } },
  SetBookingCustomerBlock: {
    input: { customerId: "bcu_demo_1", blocked: true, reason: "Three missed appointments" },
  },
  BulkRescheduleBookings: {
    input: (day) => ({
      providerId: "prv_demo_1",
      from: `${day(2)}T00:00:00.000Z`,
      to: `${day(3)}T00:00:00.000Z`,
      strategy: "next_free",
      preview: true,
    }),
  },
  UpdateBookingDetails: { input: { bookingId: "bkg_demo_1", notes: "Prefers a seat by the window" } },
  AddBookingNote: { input: { bookingId: "bkg_demo_1", text: "Allergic to latex" } },
  UpdateBookingSeries: { input: { seriesId: "bks_demo_1", time: "09:00" } },
  CancelBookingSeries: { input: { seriesId: "bks_demo_1", cancelledBy: "provider" } },
  ListAvailableDays: { input: (day) => ({ serviceId: "svc_demo_1", month: day(0).slice(0, 7) }) },
  ListBusyBlocks: {
    input: { providerId: "prv_demo_1", from: "2031-01-01T00:00:00.000Z", to: "2031-02-01T00:00:00.000Z" },
  },
  ListConnectedCalendars: { input: { connectionId: demoCalendarConnectionId } },
  ConnectCalendar: {
    input: {
      providerId: "prv_demo_3",
      connectionId: demoCalendarConnectionId,
      calendarId: "family-google",
    },
  },
  RemoveCalendarSubscription: { input: { subscriptionId: "cas_demo_1" } },
  SyncCalendar: { input: { syncId: "csy_demo_1" } },
  DisconnectCalendar: { input: { syncId: "csy_demo_1", keepEvents: true } },
  ResolveCalendarConflict: { input: { conflictId: "clc_demo_1", keep: "booking" } },
  ImportBusyCalendar: { input: { providerId: "prv_demo_1", ics: calendar } },
  GetUtilizationReport: { input: (day) => ({ from: day(0), to: day(6) }) },
  GetBookingReport: {
    input: (day) => ({ from: `${day(-7)}T00:00:00.000Z`, to: `${day(14)}T00:00:00.000Z` }),
  },
  CreateEvent: {
    input: {
      title: "Summer market",
      start: "2031-06-07T14:00:00.000Z",
      end: "2031-06-07T20:00:00.000Z",
      timezone: "America/New_York",
    },
  },
  PublishEvent: { input: { eventId: "evt_demo_draft" } },
  CancelEvent: { input: { eventId: "evt_demo_1", reason: "Storm" } },
  CreateTicketType: { input: { eventId: "evt_demo_draft", name: "Early bird", price: 30, quantity: 10 } },
  UpdateEvent: { input: { eventId: "evt_demo_1", title: "Open studio night" } },
  UpdateTicketType: { input: { ticketTypeId: "tkt_demo_1", quantity: 70 } },
  CancelRegistration: { input: { registrationId: "reg_demo_1" } },
  CheckInScans: {
    input: {
      scans: [
        { ticketCode: demoTicketCode, at: "2026-05-03T17:05:00.000Z" },
        { ticketCode: "not-a-ticket", at: "2026-05-03T17:06:00.000Z" },
      ],
    },
  },
  CheckInAttendee: { input: { ticketCode: demoTicketCode } },
  RegisterAttendee: {
    input: {
      eventId: "evt_demo_1",
      ticketTypeId: "tkt_demo_1",
      name: "Emil Baker",
      email: "emil@client.example",
    },
  },
};
