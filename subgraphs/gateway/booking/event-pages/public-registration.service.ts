import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce, keyLifetimeMs } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import type { BookingPageRow } from "../booking-pages/booking-page.rows.ts";
import { onBehalfOf } from "../booking-pages/public-calendar.service.ts";
import { enqueueLapse } from "../charges/lapse.service.ts";
import { leftOf } from "../ticketed-events/event-states.ts";
import { soldOut } from "../ticketed-events/events.errors.ts";
import {
  findRows,
  insertAll,
  type EventRow,
  type RegistrationRow,
  type TicketTypeRow,
} from "../ticketed-events/events.rows.ts";
import { issueTickets } from "../ticketed-events/issue-tickets.service.ts";
import { emitRegistrationEvent } from "../ticketed-events/registration-events.service.ts";
import { createRegistrationLink } from "../ticketed-events/registration-links.service.ts";
import { isOnSale } from "../ticketed-events/registrations.service.ts";
import { takeSeats } from "../ticketed-events/seats.service.ts";
import type * as types from "./event-pages.types.ts";
import { headOf, requireEventPage } from "./public-events.service.ts";

const hourMs = 3_600_000;
/** Requests per hour: of one email address on all pages, and of all visitors of an account. */
const hourly = { email: 10, account: 2_000 };

interface Wanted {
  page: BookingPageRow;
  event: EventRow;
  ticketType: TicketTypeRow;
  quantity: number;
}

/**
 * Takes tickets for a visitor: free ones are issued at once, others are kept until they are paid online, for a while. Where the
 * account takes no payments online, they are issued, and the organizer collects the price. Throws NOT_FOUND, VALIDATION_ERROR,
 * RATE_LIMIT_EXCEEDED, BUSINESS_RULE outside of the sales period, and SOLD_OUT unless the visitor wants to wait.
 */
export function createPublicRegistration(
  ctx: GatewayContext,
  input: types.CreatePublicRegistrationInput,
): Promise<types.PublicRegistrationResult> {
  const revealedOnce = { fields: ["manageUrl"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
  return exactlyOnce(ctx, { operation: "createPublicRegistration", input, revealedOnce }, (outer) =>
    asSystem(outer, async (em) => {
      const page = await requireEventPage(em, input.slug);
      const own = onBehalfOf(ctx, page.ownerId);
      const attendeeNames = namesOf(input);
      const wanted = await lockWanted(em, own, page, input);
      const known = await findRepeated(em, own, wanted, input);
      if (known) return known;
      await limitRequests(em, page, input.email, own.clock.now());
      const { event, ticketType, quantity } = wanted;
      const isLeft = quantity <= leftOf(event, [ticketType]);
      if (!isLeft && input.waitlist) return wait(em, own, wanted, input);
      if (!isLeft) throw soldOut(0);
      return take(em, own, wanted, {
        name: input.name.trim(),
        email: input.email,
        attendeeNames,
        requestId: input.requestId || null,
      });
    }),
  );
}

async function lockWanted(
  em: EntityManager,
  ctx: GatewayContext,
  page: BookingPageRow,
  { eventId, ticketTypeId, quantity }: types.CreatePublicRegistrationInput,
): Promise<Wanted> {
  const now = ctx.clock.now();
  const open = "owner_id = $1 AND id = $2 AND status = 'published' AND ends_at > $3 FOR UPDATE";
  const [event] = await findRows(em, "ticketed_events", open, [page.ownerId, eventId, now]);
  if (!event) throw notFound("event");
  const ofEvent = "event_id = $1 AND id = $2 FOR UPDATE";
  const [ticketType] = await findRows(em, "event_ticket_types", ofEvent, [event.id, ticketTypeId]);
  if (!ticketType) throw notFound("ticket type");
  if (!isOnSale(ticketType, now))
    throw businessRule("not_on_sale", "This ticket type is not on sale now. Choose another one.");
  return { page, event, ticketType, quantity: quantity ?? 1 };
}

/** Names of those who come. Throws VALIDATION_ERROR for more names than tickets, and for long ones. */
function namesOf({ attendeeNames, quantity }: types.CreatePublicRegistrationInput): string[] | null {
  const names = (attendeeNames ?? "").split(/\r?\n/).map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  const refuse = (message: string, rule: string) =>
    validationError([{ path: "attendeeNames", message, rule }]);
  if (given.length > (quantity ?? 1)) throw refuse("must have at most one name per ticket", "maxItems");
  if (given.some((name) => name.length > 200))
    throw refuse("must have names of up to 200 characters", "maxLength");
  return given.length === 0 ? null : given;
}

/** Refuses too many requests. The event is locked, so that those for it are counted one after the other. */
async function limitRequests(
  em: EntityManager,
  page: BookingPageRow,
  email: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const [counts] = await executeSql<{ email: number; account: number }>(
    em,
    `SELECT count(*) FILTER (WHERE lower(email) = $2)::int AS email, count(*)::int AS account FROM event_registrations
     WHERE owner_id = $1 AND is_public AND created_at > $3`,
    [page.ownerId, email.toLowerCase(), since],
  );
  if (counts!.email < hourly.email && counts!.account < hourly.account) return;
  throw new DomainError("RATE_LIMIT_EXCEEDED", "Too many requests for tickets. Try again in an hour.", {
    reason: "event_page",
    window: "hour",
    retryAfterSeconds: 3600,
  });
}

/** The result of a form that was sent before; null for a new one. The event is locked. */
async function findRepeated(
  em: EntityManager,
  ctx: GatewayContext,
  { page, event }: Wanted,
  { requestId }: types.CreatePublicRegistrationInput,
): Promise<types.PublicRegistrationResult | null> {
  if (!requestId) return null;
  const where = "event_id = $1 AND request_id = $2";
  const [known] = await findRows(em, "event_registrations", where, [event.id, requestId]);
  if (!known) return null;
  const state = known.status === "reserved" ? "payment_due" : "confirmed";
  const payBefore = known.reservedUntil === null ? null : new Date(known.reservedUntil);
  return {
    ...shown(page, event, known),
    state,
    manageUrl: await createRegistrationLink(em, ctx, known),
    payBefore,
  };
}

async function take(
  em: EntityManager,
  ctx: GatewayContext,
  { page, event, ticketType, quantity }: Wanted,
  guest: Pick<RegistrationRow, "name" | "email" | "attendeeNames" | "requestId">,
): Promise<types.PublicRegistrationResult> {
  const { ownerId, paymentMinutes } = page;
  const now = ctx.clock.now();
  const priceCents = ticketType.priceCents * quantity;
  const isDue = priceCents > 0 && takesPayments(await findPaymentAccount(em, ownerId));
  const until = isDue ? new Date(now.getTime() + paymentMinutes * 60_000) : null;
  await takeSeats(em, event, ticketType, quantity);
  const registration: RegistrationRow = {
    id: newId("reg"),
    ownerId,
    eventId: event.id,
    ticketTypeId: ticketType.id,
    ...guest,
    quantity,
    priceCents,
    status: isDue ? "reserved" : "confirmed",
    reservedUntil: until?.toISOString() ?? null,
    refundDueCents: null,
    isPublic: true,
    createdAt: now.toISOString(),
  };
  await insertAll(em, "event_registrations", [registration]);
  if (until) await enqueueLapse(em, { ownerId, registrationId: registration.id }, until);
  else await issueTickets(em, ctx, registration);
  await emitRegistrationEvent(em, isDue ? "reserved" : "confirmed", registration);
  const manageUrl = await createRegistrationLink(em, ctx, registration);
  const state = isDue ? "payment_due" : "confirmed";
  return { ...shown(page, event, { quantity, priceCents }), state, manageUrl, payBefore: until };
}

/** Waits once per ticket type and email address. Whether the address waits already is not said. */
async function wait(
  em: EntityManager,
  ctx: GatewayContext,
  { page, event, ticketType, quantity }: Wanted,
  { name, email }: types.CreatePublicRegistrationInput,
): Promise<types.PublicRegistrationResult> {
  const row = {
    id: newId("ewl"),
    ownerId: page.ownerId,
    eventId: event.id,
    ticketTypeId: ticketType.id,
    name: name.trim(),
    email,
    quantity,
    status: "waiting",
    registrationId: null,
    createdAt: ctx.clock.now().toISOString(),
  } as const;
  await insertAll(em, "event_waitlist", [row], "ON CONFLICT DO NOTHING");
  const result = shown(page, event, { quantity, priceCents: ticketType.priceCents * quantity });
  return { ...result, state: "waiting", manageUrl: null, payBefore: null };
}

function shown(
  page: BookingPageRow,
  { id: eventId, title: eventTitle }: EventRow,
  { quantity, priceCents }: { quantity: number; priceCents: number },
) {
  return { ...headOf(page), eventId, eventTitle, quantity, price: toMajor(priceCents, 2), currency: "USD" };
}
