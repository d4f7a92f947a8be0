import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import { findRows as findPages, type BookingPageRow } from "../booking-pages/booking-page.rows.ts";
import { leftOf } from "../ticketed-events/event-states.ts";
import { findRows, type EventRow, type TicketTypeRow } from "../ticketed-events/events.rows.ts";
import { isOnSale } from "../ticketed-events/registrations.service.ts";
import type * as types from "./event-pages.types.ts";

/** Visitors see up to this number that few tickets are left. */
const few = 10;
const maxEvents = 100;

/** Published events of an open page, soonest first. Throws NOT_FOUND, also for a page without events. */
export function readPublicEvents(
  ctx: GatewayContext,
  { slug }: types.PublicEventsArgs,
): Promise<types.PublicEventsPage> {
  return asSystem(
    ctx.em,
    async (em) => {
      const page = await requireEventPage(em, slug);
      const now = ctx.clock.now();
      const where = `owner_id = $1 AND status = 'published' AND ends_at > $2 ORDER BY starts_at, id LIMIT ${maxEvents}`;
      const events = await findRows(em, "ticketed_events", where, [page.ownerId, now]);
      return { ...headOf(page), events: await presentEvents(em, events, now) };
    },
    { readOnly: true },
  );
}

/** A published event that has not ended. Throws NOT_FOUND, also for events of others. */
export function readPublicEvent(
  ctx: GatewayContext,
  args: types.PublicEventArgs,
): Promise<types.PublicEventPage> {
  return asSystem(
    ctx.em,
    async (em) => {
      const page = await requireEventPage(em, args.slug);
      const now = ctx.clock.now();
      const where = "owner_id = $1 AND id = $2 AND status = 'published' AND ends_at > $3";
      const events = await findRows(em, "ticketed_events", where, [page.ownerId, args.eventId, now]);
      if (events.length === 0) throw notFound("event");
      const [event] = await presentEvents(em, events, now);
      const isPaidOnline = takesPayments(await findPaymentAccount(em, page.ownerId));
      return {
        ...headOf(page),
        takesPayments: isPaidOnline,
        paymentMinutes: page.paymentMinutes,
        event: event!,
      };
    },
    { readOnly: true },
  );
}

/** The open page of this address that has events. Throws NOT_FOUND. */
export async function requireEventPage(em: EntityManager, slug: string): Promise<BookingPageRow> {
  const where = `slug = $1 AND is_enabled AND shows_events AND ${ofOpenAccount()}`;
  const [page] = await findPages(em, "booking_pages", where, [slug]);
  if (!page) throw notFound("booking page");
  return page;
}

/** What all pages of an account show. */
export function headOf({
  slug,
  title,
  locale,
  frameOrigins,
}: BookingPageRow): Pick<types.EventPage, keyof types.EventPage> {
  return { slug, title, locale, frameOrigins };
}

/** Name and address of an event's place; null without one. */
export async function placeOf(em: EntityManager, locationId: string | null): Promise<string | null> {
  const sql = "SELECT name, address FROM booking_locations WHERE id = $1";
  const [place] = await executeSql<{ name: string; address: string[] | null }>(em, sql, [locationId]);
  return place ? [place.name, place.address ?? []].flat().join(", ") : null;
}

async function presentEvents(
  em: EntityManager,
  events: readonly EventRow[],
  now: Date,
): Promise<types.PublicEvent[]> {
  const where = "event_id = ANY ($1) ORDER BY created_at, id";
  const all = await findRows(em, "event_ticket_types", where, [events.map(({ id }) => id)]);
  const ofEvent = Map.groupBy(all, ({ eventId }) => eventId);
  const shown: types.PublicEvent[] = [];
  for (const event of events) {
    const types = ofEvent.get(event.id) ?? [];
    const { id, title, description, startsAt, endsAt, timezone, refundHoursBefore } = event;
    const place = await placeOf(em, event.locationId);
    const seats = seatsOf(
      event,
      types.filter((type) => isOnSale(type, now)),
    );
    const when = { start: new Date(startsAt), end: new Date(endsAt), timezone };
    const ticketTypes = types.map((type) => presentType(event, type, now));
    shown.push({ id, title, description, ...when, place, refundHoursBefore, seats, ticketTypes });
  }
  return shown;
}

function presentType(event: EventRow, type: TicketTypeRow, now: Date): types.PublicTicketType {
  const { id, name, priceCents } = type;
  const seats = isOnSale(type, now) ? seatsOf(event, [type]) : "not_on_sale";
  return { id, name, price: toMajor(priceCents, 2), currency: "USD", seats };
}

function seatsOf(event: EventRow, ofSale: readonly TicketTypeRow[]): types.SeatsLeft {
  if (ofSale.length === 0) return "not_on_sale";
  const left = leftOf(event, ofSale);
  return left <= 0 ? "sold_out" : left <= few ? "few" : "available";
}
