import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId, newToken } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { hashToken } from "../../base/page-token.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { emitBookingEvent } from "../bookings/booking-events.service.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { providersFor, refusal, type ChosenSlot } from "../bookings/choose-slot.service.ts";
import { presentBooking } from "../bookings/present-booking.ts";
import { customerOf, writeBooking, type AwaitedDeposit } from "../bookings/write-booking.service.ts";
import { enqueueLapse } from "../charges/lapse.service.ts";
import { depositMinor } from "../deposits/deposit-amount.ts";
import { noteAnsweredForm } from "../intake-forms/intake-forms.rows.ts";
import { checkAnswers } from "../intake-forms/intake-forms.service.ts";
import { planNotifications } from "../reminders/plan-notifications.service.ts";
import {
  countRequests,
  findRows,
  insertAll,
  providerNameOf,
  updateRow,
  type BookingPageRow,
  type PageRequestRow,
} from "./booking-page.rows.ts";
import { createManageLink } from "./manage-links.service.ts";
import { hashCode } from "./mail-code.ts";
import { chosenBy, onBehalfOf, requirePage } from "./public-calendar.service.ts";
import type * as types from "./public-booking.types.ts";
import { sendBookingCodeJob } from "./send-booking-code.job.ts";

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** How long a code can be entered. */
const codeLifetimeMs = 15 * minuteMs;
const maxAttempts = 5;
/** Requests per hour: of one email address on all pages, and of all visitors of a page. */
const hourly = { email: 5, page: 120 };

/**
 * Books for a visitor, or mails a code where the page asks for one. Whether the address is known to the account changes nothing that
 * the visitor sees. Throws NOT_FOUND, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED, and SLOT_TAKEN and its like with alternatives.
 */
export function createPublicBooking(
  ctx: GatewayContext,
  input: types.CreatePublicBookingInput,
): Promise<types.PublicBookingResult> {
  const revealedOnce = { fields: ["token", "payUrl"], keepForMs: codeLifetimeMs, keyRing: ctx.ports.keyRing };
  return exactlyOnce(ctx, { operation: "createPublicBooking", input, revealedOnce }, (outer) =>
    asSystem(outer, async (em) => {
      const page = await requirePage(em, input.slug);
      const own = onBehalfOf(ctx, page.ownerId);
      await limitRequests(em, page, input.email, ctx.clock.now());
      const { providerId, timezone } = chosenBy(input);
      const { serviceId, start, notes, answers } = input;
      const partySize = input.partySize ?? 1;
      const chosen = await chooseTime(em, own, {
        serviceId,
        providerId,
        timezone,
        partySize,
        start: start.getTime(),
      });
      const checked = await checkAnswers(em, page.ownerId, serviceId, answers ?? {});
      const token = page.confirmsEmail ? newToken() : null;
      const now = ctx.clock.now();
      const request: PageRequestRow = {
        id: newId("bpr"),
        ownerId: page.ownerId,
        pageId: page.id,
        email: input.email,
        emailFolded: input.email.toLowerCase(),
        name: input.name.trim(),
        serviceId,
        providerId,
        startsAt: start.toISOString(),
        timezone: chosen.timezone,
        partySize,
        notes: notes?.trim() || null,
        answers: checked?.answers ?? null,
        formId: checked?.form.id ?? null,
        formVersion: checked?.form.version ?? null,
        tokenHash: token === null ? null : hashToken(token),
        codeHash: null,
        attempts: 0,
        bookingId: null,
        expiresAt: new Date(now.getTime() + codeLifetimeMs).toISOString(),
        createdAt: now.toISOString(),
      };
      if (token === null) {
        const booking = await book(em, own, page, request, chosen);
        await insertAll(em, "booking_page_requests", [{ ...request, bookingId: booking.id }]);
        return resultOf(em, own, page, { token, booking });
      }
      await insertAll(em, "booking_page_requests", [request]);
      await enqueue(em, sendBookingCodeJob, { requestId: request.id, ownerId: page.ownerId });
      return resultOf(em, own, page, { token, booking: null });
    }),
  );
}

/**
 * Books what a visitor has asked for, with the mailed code. A code that was used already returns its booking. Throws NOT_FOUND for an
 * unknown or expired request, BUSINESS_RULE for a wrong code, and as `createPublicBooking`.
 */
export async function confirmPublicBooking(
  ctx: GatewayContext,
  input: types.ConfirmPublicBookingInput,
): Promise<types.PublicBookingResult> {
  await countAttempt(ctx, input.token);
  const revealedOnce = { fields: ["payUrl"], keepForMs: codeLifetimeMs, keyRing: ctx.ports.keyRing };
  return exactlyOnce(ctx, { operation: "confirmPublicBooking", input, revealedOnce }, (outer) =>
    asSystem(outer, async (em) => {
      const page = await requirePage(em, input.slug);
      const where = "token_hash = $1 AND page_id = $2 FOR UPDATE";
      const [request] = await findRows(em, "booking_page_requests", where, [hashToken(input.token), page.id]);
      if (!request || new Date(request.expiresAt) <= ctx.clock.now()) throw notFound("request");
      if (request.codeHash !== hashCode(request.id, input.code)) throw wrongCode();
      const own = onBehalfOf(ctx, page.ownerId);
      if (request.bookingId !== null) {
        const known = await em.findOne(BookingEntity, { id: request.bookingId, ownerId: page.ownerId });
        if (known) return resultOf(em, own, page, { token: null, booking: known });
      }
      const start = Date.parse(request.startsAt);
      const chosen = await chooseTime(em, own, { ...request, start });
      const booking = await book(em, own, page, request, chosen);
      await updateRow(em, "booking_page_requests", request.id, { bookingId: booking.id });
      return resultOf(em, own, page, { token: null, booking });
    }),
  );
}

/** Counts in a transaction of its own, so that a wrong code counts too. */
async function countAttempt(ctx: GatewayContext, token: string): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    const where = "token_hash = $1 FOR UPDATE";
    const [request] = await findRows(em, "booking_page_requests", where, [hashToken(token)]);
    if (!request || request.bookingId !== null) return;
    if (request.attempts >= maxAttempts) throw notFound("request");
    await updateRow(em, "booking_page_requests", request.id, { attempts: request.attempts + 1 });
  });
}

function wrongCode(): DomainError {
  return businessRule(
    "wrong_code",
    "This code is not correct. Check the latest email, or request a new code by booking again.",
  );
}

/** Serializes the requests of a page, forgets those of yesterday and refuses too many. */
async function limitRequests(
  em: EntityManager,
  page: BookingPageRow,
  email: string,
  now: Date,
): Promise<void> {
  const counts = await countRequests(em, page.id, { email, now });
  if (counts.email < hourly.email && counts.page < hourly.page) return;
  throw new DomainError("RATE_LIMIT_EXCEEDED", "Too many booking requests. Try again in an hour.", {
    reason: "booking_page",
    window: "hour",
    retryAfterSeconds: 3600,
  });
}

interface TimeWanted {
  serviceId: string;
  providerId: string | null;
  timezone: string | null;
  partySize: number;
  start: number;
}

/** The wanted time with its calendar. Throws NOT_FOUND for a service that takes no bookings. */
async function chooseTime(em: EntityManager, own: GatewayContext, wanted: TimeWanted): Promise<ChosenSlot> {
  const { serviceId, providerId, partySize, start } = wanted;
  const within = { start: start - dayMs, end: start + dayMs };
  const calendar = await readServiceCalendar(em, own, { serviceId, providerId, within });
  if (calendar.service.status !== "active") throw notFound("service");
  const timezone = wanted.timezone ?? calendar.service.timezone;
  const chosen = { wanted: { serviceId, providerId, partySize }, calendar, start, timezone };
  await providersFor(em, own, chosen);
  return chosen;
}

async function book(
  em: EntityManager,
  own: GatewayContext,
  page: BookingPageRow,
  { email, name, notes, answers, formId, formVersion }: PageRequestRow,
  chosen: ChosenSlot,
): Promise<BookingEntity> {
  const customerId = await customerOf(em, own, email, name).catch((error: unknown) => {
    throw isBlocked(error) ? notOnline() : error;
  });
  const client = { customerId, clientEmail: email, notes, answers, seriesId: null };
  const deposit = await depositFor(em, own, page, chosen);
  const providerIds = await providersFor(em, own, chosen);
  const booking = await writeBooking(em, own, client, chosen, providerIds, deposit);
  if (!booking) throw await refusal(em, own, chosen, "SLOT_TAKEN");
  if (formId !== null && formVersion !== null)
    await noteAnsweredForm(em, booking, { id: formId, version: formVersion });
  if (deposit) await enqueueLapse(em, { ownerId: page.ownerId, bookingId: booking.id }, deposit.until);
  else await planNotifications(em, own, booking, "confirmation");
  await emitBookingEvent(em, own, "created", booking);
  return booking;
}

/** The deposit that a new booking waits for: where the service asks for one, and the account is paid online. */
async function depositFor(
  em: EntityManager,
  own: GatewayContext,
  { ownerId, paymentMinutes }: BookingPageRow,
  { calendar: { service }, wanted: { partySize } }: ChosenSlot,
): Promise<AwaitedDeposit | null> {
  const amountMinor = depositMinor(service, service.priceMinor * partySize);
  if (amountMinor === null || !takesPayments(await findPaymentAccount(em, ownerId))) return null;
  return { amountMinor, until: new Date(own.clock.now().getTime() + paymentMinutes * minuteMs) };
}

function isBlocked(error: unknown): boolean {
  return error instanceof DomainError && error.details["rule"] === "customer_blocked";
}

/** 422: says nothing about the customer, whose ID and block are the account's alone. */
function notOnline(): DomainError {
  return businessRule(
    "not_online",
    "This booking is not possible online. Contact the business to book a time.",
  );
}

async function resultOf(
  em: EntityManager,
  own: GatewayContext,
  { slug, title, locale, frameOrigins }: BookingPageRow,
  { token, booking }: { token: string | null; booking: BookingEntity | null },
): Promise<types.PublicBookingResult> {
  const isDue = booking !== null && booking.depositDueMinor !== null && booking.status === "pending";
  const { depositDue } = isDue ? presentBooking(booking, own.clock.now()) : { depositDue: null };
  return {
    slug,
    title,
    locale,
    frameOrigins,
    state: isDue ? "payment_due" : booking ? "booked" : "code_sent",
    token,
    payUrl: isDue ? await createManageLink(em, own, booking) : null,
    payBefore: isDue ? booking.lapsesAt : null,
    deposit: depositDue,
    booking: booking ? await presentPublicBooking(em, own, booking) : null,
  };
}

/** A booking as its customer sees it. */
export async function presentPublicBooking(
  em: EntityManager,
  own: GatewayContext,
  booking: BookingEntity,
): Promise<types.PublicBooking> {
  const { id: bookingId, serviceName, providerId, ...shown } = presentBooking(booking, own.clock.now());
  const { startsAt, endsAt, timezone, partySize, status, price, currency, videoUrl } = shown;
  const providerName = await providerNameOf(em, providerId);
  const when = { startsAt, endsAt, timezone };
  return { bookingId, serviceName, providerName, ...when, partySize, status, price, currency, videoUrl };
}
