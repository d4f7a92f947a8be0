import { createHash } from "node:crypto";
import { newId, newToken } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import {
  call,
  newAttendee,
  newBooking,
  newProvider,
  newService,
  openService,
  soon,
} from "./door-samples-booking.ts";
import { connectAccount } from "../../gateway/support/online-payments.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;
type Input = Record<string, unknown>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The open page of the account, and a service with free times. */
async function openPage(app: TestApp, headers: Headers, requiresEmailCode = false) {
  const { serviceId } = await openService(app, headers);
  const settings = { isEnabled: true, title: "Sample", requiresEmailCode };
  const page = await call(app, "PATCH", "/booking-page", headers, settings);
  return { slug: page.slug as string, serviceId };
}

async function newRequest(app: TestApp, headers: Headers, requiresEmailCode = false): Promise<Input> {
  const page = await openPage(app, headers, requiresEmailCode);
  const email = `${newId("v").toLowerCase()}@client.example`;
  return { ...page, start: `${soon()}T10:00:00.000Z`, name: "Sample", email };
}

/** A request that waits for its code, which is known here alone. */
async function newCode(app: TestApp, headers: Headers): Promise<Input> {
  const { slug, ...request } = await newRequest(app, headers, true);
  const { token } = await call(app, "POST", `/book/${slug as string}`, {}, request);
  // The job that mails a code stores another one.
  await until("the code is stored", async () => {
    const sql = "SELECT 1 FROM gateway.booking_page_requests WHERE token_hash = $1 AND code_hash IS NOT NULL";
    return (await app.database.query(sql, [sha256(token as string)])).length > 0;
  });
  await app.database.query(
    `UPDATE gateway.booking_page_requests
     SET code_hash = encode(sha256(convert_to(id || ' 123456', 'UTF8')), 'hex') WHERE token_hash = $1`,
    [sha256(token as string)],
  );
  return { slug, token, code: "123456" };
}

async function newLink(app: TestApp, headers: Headers): Promise<Input> {
  await openPage(app, headers);
  const { bookingId } = await newBooking(app, headers);
  const token = newToken();
  await app.database.query(
    `INSERT INTO gateway.booking_manage_links (token_hash, owner_id, booking_id, created_at)
     SELECT $1, owner_id, id, now() FROM gateway.bookings WHERE id = $2`,
    [sha256(token), bookingId],
  );
  return { token };
}

/** A published event on the open page of the account. */
async function newPublicEvent(app: TestApp, headers: Headers) {
  const { slug } = await openPage(app, headers);
  await call(app, "PATCH", "/booking-page", headers, { showsEvents: true });
  const { eventId, ticketTypeId } = await newAttendee(app, headers);
  return { slug, eventId, ticketTypeId };
}

const newGuest = () => ({ name: "Sample", email: `${newId("v").toLowerCase()}@client.example` });

/** The link of a guest whose tickets were issued. */
async function newTickets(app: TestApp, headers: Headers, price = 0): Promise<Input> {
  const { slug, eventId } = await newPublicEvent(app, headers);
  const kind = { name: "Guest", price, quantity: 5 };
  const { id: ticketTypeId } = await call(app, "POST", `/events/${eventId}/ticket-types`, headers, kind);
  await call(app, "PATCH", `/events/${eventId}`, headers, { refundHoursBefore: 0 });
  const asked = { ticketTypeId, ...newGuest() };
  const { manageUrl } = await call(app, "POST", `/book/${slug}/events/${eventId}`, {}, asked);
  return { token: (manageUrl as string).split("/my-tickets/")[1]! };
}

/** Public pages of events, and links of guests. */
export const eventPageSamples: Record<string, Sample> = {
  PublicEvents: { input: async (app, headers) => ({ slug: (await newPublicEvent(app, headers)).slug }) },
  PublicEvent: {
    input: async (app, headers) => {
      const { slug, eventId } = await newPublicEvent(app, headers);
      return { slug, eventId };
    },
  },
  CreatePublicRegistration: {
    input: async (app, headers) => ({ ...(await newPublicEvent(app, headers)), ...newGuest() }),
    bad: {
      input: { slug: "x", eventId: "evt_x", ticketTypeId: "tkt_x", name: " ", email: "nobody", quantity: 21 },
      paths: ["name", "email", "quantity"],
    },
  },
  ManagedRegistration: { input: newTickets },
  PayManagedRegistration: {
    input: async (app, headers) => {
      await connectAccount(app, { "x-app-id": "invoicer", ...headers });
      return newTickets(app, headers, 25);
    },
  },
  AcceptManagedRegistration: {
    input: async (app, headers) => {
      const { token } = await newTickets(app, headers);
      // As seats are kept for one who waited for them.
      await app.database.query(
        `UPDATE gateway.event_registrations SET status = 'reserved', reserved_until = now() + interval '1 hour', price_cents = 0
         WHERE id = (SELECT registration_id FROM gateway.event_registration_links WHERE token_hash = $1)`,
        [sha256(token as string)],
      );
      return { token };
    },
  },
  CancelManagedRegistration: { input: newTickets },
  TransferManagedRegistration: {
    input: async (app, headers) => ({
      ...(await newTickets(app, headers)),
      name: "Other",
      email: "other@client.example",
    }),
    bad: { input: { token: "x", name: " ", email: "nobody" }, paths: ["name", "email"] },
  },
};

/** Pages on which visitors book, and links of customers. */
export const bookingPageSamples: Record<string, Sample> = {
  GetBookingPage: {
    input: async (app, headers) => {
      await openPage(app, headers);
      return {};
    },
  },
  UpdateBookingPage: {
    input: () => Promise.resolve({ title: "Sample", introduction: "Book here." }),
    bad: {
      input: { slug: "Not-a-slug", title: " ", locale: "xx", frameOrigins: ["https://example.com/path"] },
      paths: ["slug", "title", "locale", "frameOrigins.0"],
    },
  },
  PublicBookingPage: { input: (app, headers) => openPage(app, headers) },
  PublicBookingDays: {
    input: async (app, headers) => ({ ...(await openPage(app, headers)), from: soon() }),
  },
  PublicBookingSlots: {
    input: async (app, headers) => ({ ...(await openPage(app, headers)), date: soon() }),
  },
  CreatePublicBooking: {
    input: (app, headers) => newRequest(app, headers),
    bad: {
      input: {
        slug: "x",
        serviceId: "svc_x",
        start: "2030-01-01T10:00:00.000Z",
        name: " ",
        email: "nobody",
        notes: "x".repeat(1001),
      },
      paths: ["name", "email", "notes"],
    },
  },
  ConfirmPublicBooking: {
    input: newCode,
    bad: { input: { slug: "x", token: "x", code: "12" }, paths: ["code"] },
  },
  ManagedBooking: { input: newLink },
  RescheduleManagedBooking: {
    input: async (app, headers) => ({ ...(await newLink(app, headers)), start: `${soon()}T15:00:00.000Z` }),
  },
  PayManagedBooking: {
    input: async (app, headers) => {
      await connectAccount(app, { "x-app-id": "invoicer", ...headers });
      const { serviceId } = await openService(app, headers, { price: 40, depositPercent: 50 });
      const settings = { isEnabled: true, title: "Sample", requiresEmailCode: false };
      const { slug } = await call(app, "PATCH", "/booking-page", headers, settings);
      const email = `${newId("v").toLowerCase()}@client.example`;
      const request = { serviceId, start: `${soon()}T10:00:00.000Z`, name: "Sample", email };
      const { payUrl } = await call(app, "POST", `/book/${slug as string}`, {}, request);
      return { token: (payUrl as string).split("/my-booking/")[1]! };
    },
  },
  CancelManagedBooking: {
    input: newLink,
    bad: { input: { token: "x", acceptedFee: -1 }, paths: ["acceptedFee"] },
  },
};

const questions = [
  { key: "size", label: "Size", type: "choice", required: true, options: ["small", "large"] },
  { key: "remark", label: "Remark", type: "long_text", required: false },
];

async function newForm(app: TestApp, headers: Headers) {
  const { serviceId } = await newService(app, headers);
  const { id } = await call(app, "POST", "/intake-forms", headers, { serviceId, questions });
  return { formId: id as string };
}

async function newDeposit(app: TestApp, headers: Headers) {
  const { bookingId } = await newBooking(app, headers);
  const deposit = { amount: 20, method: "cash" };
  const { id } = await call(app, "POST", `/bookings/${bookingId}/deposits`, headers, deposit);
  return { depositId: id as string };
}

const foreign = "NOT_FOUND";

/** Intake forms, deposits and calendar feeds. */
export const bookingRecordSamples: Record<string, Sample> = {
  CreateIntakeForm: {
    input: async (app, headers) => ({ ...(await newService(app, headers)), questions }),
    bad: {
      input: { serviceId: "svc_x", questions: [{ key: "1", label: " ", type: "text", options: ["one"] }] },
      paths: ["questions.0.key", "questions.0.label", "questions.0.options"],
    },
    foreign,
  },
  ListIntakeForms: {
    input: async (app, headers) => {
      await newForm(app, headers);
      return {};
    },
  },
  UpdateIntakeForm: {
    input: async (app, headers) => ({ ...(await newForm(app, headers)), questions: questions.slice(1) }),
    bad: {
      input: { formId: "ifm_x", questions: [{ key: "a b", label: "", type: "text" }] },
      paths: ["questions.0.key", "questions.0.label"],
    },
    foreign,
  },
  GetIntakeAnswers: { input: newBooking, foreign },
  RecordDeposit: {
    input: async (app, headers) => ({ ...(await newBooking(app, headers)), amount: 12.5, method: "card" }),
    bad: {
      input: { bookingId: "bkg_x", amount: 1, method: "card", reference: " " },
      paths: ["reference"],
    },
    foreign,
  },
  RefundDeposit: { input: newDeposit, foreign },
  ListDeposits: {
    input: () => Promise.resolve({ limit: 1, from: "2100-01-01T00:00:00.000Z" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  GetCalendarFeedUrl: { input: newProvider, foreign },
  RotateCalendarFeedToken: { input: newProvider, foreign },
  CalendarFeed: {
    input: async (app, headers) => {
      const { providerId } = await newProvider(app, headers);
      const { url } = await call(app, "GET", `/providers/${providerId}/calendar-feed`, headers);
      return { token: (url as string).split("/calendar-feeds/")[1]!, download: false };
    },
  },
};
