import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import type { BookingContext } from "../booking.context.ts";
import { findRows as findPages } from "../booking-pages/booking-page.rows.ts";
import { onBehalfOf } from "../booking-pages/public-calendar.service.ts";
import type { BookingCheckout } from "../charges/charges.types.ts";
import { readPayment } from "../charges/read-payment.service.ts";
import { startCharge, type Payable } from "../charges/start-charge.service.ts";
import { cancelLocked } from "../ticketed-events/change-events.service.ts";
import { findRows, updateRow, type TicketRow } from "../ticketed-events/events.rows.ts";
import { issueTickets } from "../ticketed-events/issue-tickets.service.ts";
import { confirmReserved, isReserved } from "../ticketed-events/paid-registrations.service.ts";
import { emitRegistrationEvent } from "../ticketed-events/registration-events.service.ts";
import {
  endRegistrationLinks,
  findLinkedRegistration,
} from "../ticketed-events/registration-links.service.ts";
import { moneyOf, presentTicket } from "../ticketed-events/registrations.service.ts";
import { lockRegistration, type LockedRegistration } from "../ticketed-events/seats.service.ts";
import type * as types from "./event-pages.types.ts";
import { placeOf } from "./public-events.service.ts";

const hourMs = 3_600_000;

interface Linked {
  own: BookingContext;
  locked: LockedRegistration;
}

/** The registration of a link with its tickets and payment. Throws NOT_FOUND. */
export function readManagedRegistration(
  ctx: BookingContext,
  { token }: types.ManagedRegistrationArgs,
): Promise<types.ManagedRegistration> {
  return asSystem(ctx.em, async (em) => present(em, await requireLinked(em, ctx, token, { lock: false })), {
    readOnly: true,
  });
}

/**
 * Opens the processor's page on which the tickets of a link are paid. Throws NOT_FOUND, INVALID_STATE when nothing is due, and as
 * `startCharge`.
 */
export function payManagedRegistration(
  ctx: BookingContext,
  input: types.ManagedRegistrationInput,
): Promise<BookingCheckout> {
  const path = `/my-tickets/${encodeURIComponent(input.token)}`;
  const find = async (em: EntityManager): Promise<Payable> => {
    const { own, locked } = await requireLinked(em, ctx, input.token);
    const { event, registration } = locked;
    requireReserved(own, locked);
    const { id: registrationId, ownerId, email, priceCents: amountMinor, quantity } = registration;
    if (amountMinor === 0) throw invalidState("payment", "not due", ["due"]);
    const [page] = await findPages(em, "booking_pages", "owner_id = $1", [ownerId]);
    const description = `${event.title} (${quantity})`;
    const what = { amountMinor, currency: "USD", description, email, locale: page!.locale };
    return { ownerId, subject: { registrationId }, ...what };
  };
  return startCharge(ctx, { operation: "payManagedRegistration", input }, { path, find });
}

/** Accepts kept seats that are free, or are not paid online. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE for those to pay. */
export function acceptManagedRegistration(
  ctx: BookingContext,
  input: types.ManagedRegistrationInput,
): Promise<types.ManagedRegistration> {
  return changeByLink(ctx, "acceptManagedRegistration", input, async (em, { own, locked }) => {
    requireReserved(own, locked);
    if (await isPaidOnline(em, locked))
      throw businessRule("payment_due", "These tickets are paid online. Open the link and pay them there.");
    await confirmReserved(em, own, locked);
  });
}

/**
 * Cancels the registration of a link, with a full refund of what was paid online, as long as the event allows it. Throws NOT_FOUND,
 * INVALID_STATE, and BUSINESS_RULE after that and once a ticket was checked in.
 */
export function cancelManagedRegistration(
  ctx: BookingContext,
  input: types.ManagedRegistrationInput,
): Promise<types.ManagedRegistration> {
  return changeByLink(ctx, "cancelManagedRegistration", input, async (em, { own, locked }) => {
    const { status } = locked.registration;
    if (status !== "confirmed") throw invalidState("registration", status, ["confirmed"]);
    if (!mayCancel(locked, own.clock.now()))
      throw businessRule(
        "no_cancellation",
        "These tickets can no longer be cancelled here. Contact the organizer.",
      );
    await cancelLocked(em, own, locked, { refund: true });
  });
}

/**
 * Passes the tickets of a link on: the new holder gets new codes and a link, the old ones end. Throws NOT_FOUND, INVALID_STATE, and
 * BUSINESS_RULE once the event has begun or a ticket was checked in.
 */
export function transferManagedRegistration(
  ctx: BookingContext,
  input: types.TransferManagedRegistrationInput,
): Promise<types.ManagedRegistration> {
  // What was passed on is no longer shown to the holder before.
  const hide = (page: types.ManagedRegistration) =>
    Object.assign(page, { tickets: [], canCancel: false, canTransfer: false, refundOnCancel: 0 });
  return changeByLink(
    ctx,
    "transferManagedRegistration",
    input,
    async (em, { own, locked }) => {
      const { event, registration } = locked;
      const { id, status } = registration;
      if (status !== "confirmed") throw invalidState("registration", status, ["confirmed"]);
      const tickets = await ticketsOf(em, id);
      if (new Date(event.startsAt) <= own.clock.now() || tickets.some((one) => one.status === "checked_in"))
        throw businessRule("no_transfer", "These tickets can no longer be passed on. Contact the organizer.");
      await executeSql(em, "UPDATE event_tickets SET status = 'void' WHERE registration_id = $1", [id]);
      const changes = { name: input.name.trim(), email: input.email, attendeeNames: null };
      await updateRow(em, "event_registrations", id, changes);
      await endRegistrationLinks(em, id);
      const transferred = { ...registration, ...changes };
      // Each holder gets one mail.
      const version = Math.floor(own.clock.now().getTime() / 1000);
      await issueTickets(em, own, transferred, { kind: "transferred", version });
      await emitRegistrationEvent(em, "transferred", transferred);
    },
    hide,
  );
}

function changeByLink(
  ctx: BookingContext,
  operation: string,
  input: { token: string },
  change: (em: EntityManager, linked: Linked) => Promise<void>,
  shown: (page: types.ManagedRegistration) => types.ManagedRegistration = (page) => page,
): Promise<types.ManagedRegistration> {
  return exactlyOnce(ctx, { operation, input }, (outer) =>
    // No principal here: the token authorizes access to exactly one registration.
    asSystem(outer, async (em) => {
      const linked = await requireLinked(em, ctx, input.token);
      await change(em, linked);
      const locked = await lockRegistration(em, linked.locked.registration.id);
      return shown(await present(em, { ...linked, locked }));
    }),
  );
}

async function requireLinked(
  em: EntityManager,
  ctx: BookingContext,
  token: string,
  { lock } = { lock: true },
): Promise<Linked> {
  const found = await findLinkedRegistration(em, token, ctx.clock.now());
  if (!found) throw notFound("link");
  return {
    own: onBehalfOf(ctx, found.ownerId),
    locked: await lockRegistration(em, found.registrationId, lock),
  };
}

function requireReserved(own: BookingContext, locked: LockedRegistration): void {
  const { status } = locked.registration;
  if (isReserved(locked, own.clock.now())) return;
  throw invalidState("registration", status === "reserved" ? "expired" : status, ["reserved"]);
}

async function isPaidOnline(em: EntityManager, { registration }: LockedRegistration): Promise<boolean> {
  return registration.priceCents > 0 && takesPayments(await findPaymentAccount(em, registration.ownerId));
}

function mayCancel({ event }: LockedRegistration, now: Date): boolean {
  const { refundHoursBefore, startsAt } = event;
  return refundHoursBefore !== null && now.getTime() <= Date.parse(startsAt) - refundHoursBefore * hourMs;
}

function ticketsOf(em: EntityManager, registrationId: string): Promise<TicketRow[]> {
  const where = "registration_id = $1 AND status <> 'void' ORDER BY id";
  return findRows(em, "event_tickets", where, [registrationId]);
}

async function present(em: EntityManager, { own, locked }: Linked): Promise<types.ManagedRegistration> {
  const { event, ticketType, registration } = locked;
  const now = own.clock.now();
  const { id, ownerId, quantity, priceCents, reservedUntil } = registration;
  const isKept = isReserved(locked, now);
  const status = registration.status === "reserved" && !isKept ? "expired" : registration.status;
  const [page] = await findPages(em, "booking_pages", "owner_id = $1", [ownerId]);
  const isDue = isKept && (await isPaidOnline(em, locked));
  const due = isDue ? { amountMinor: priceCents, before: new Date(reservedUntil!) } : null;
  const payment = await readPayment(em, own, { registrationId: id }, { ownerId, currency: "USD", due });
  const tickets = await ticketsOf(em, id);
  const isUnused = status === "confirmed" && tickets.every((one) => one.status === "valid");
  const canCancel = isUnused && mayCancel(locked, now);
  const { paidCents, refundedCents, refundPendingCents } = await moneyOf(em, id);
  return {
    title: page!.title,
    locale: page!.locale,
    registrationId: id,
    eventTitle: event.title,
    start: new Date(event.startsAt),
    timezone: event.timezone,
    place: await placeOf(em, event.locationId),
    ticketTypeName: ticketType.name,
    quantity,
    price: toMajor(priceCents, 2),
    currency: "USD",
    status,
    reservedUntil: isKept ? new Date(reservedUntil!) : null,
    payment,
    canAccept: isKept && !isDue,
    canCancel,
    refundOnCancel: canCancel ? toMajor(paidCents - refundedCents - refundPendingCents, 2) : 0,
    canTransfer: isUnused && new Date(event.startsAt) > now,
    tickets: tickets.map((ticket) => {
      const { attendeeName, ticketCode, status: ofTicket } = presentTicket(own, ticket);
      return { attendeeName, ticketCode, status: ofTicket };
    }),
  };
}
