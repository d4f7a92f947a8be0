import type { EntityManager } from "@mikro-orm/postgresql";
import { internalPrincipal } from "../../../../src/access/principal.ts";
import { copyContext } from "../../../../src/context.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { startOfDate, wallClockOf } from "../../base/wall-clock.ts";
import type { AvailableDay, AvailableDays } from "../availability/availability.types.ts";
import { freeSlots, type FreeSlot } from "../availability/free-slots.ts";
import { readServiceCalendar, type BookableService } from "../availability/service-calendar.service.ts";
import { findForms } from "../intake-forms/intake-forms.rows.ts";
import { findOpenPage, type BookingPageRow } from "./booking-page.rows.ts";
import type * as types from "./public-booking.types.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Days that a page shows at a time. */
const shownDays = 31;

/** The context in which the platform acts for the account of a page or link: the visitor has no credential. */
export function onBehalfOf<Ctx extends GatewayContext>(ctx: Ctx, ownerId: string): Ctx {
  return copyContext(ctx, { principal: internalPrincipal("booking-page", ownerId) });
}

/** The open page of this address. Throws NOT_FOUND, also for a page that is closed. */
export async function requirePage(em: EntityManager, slug: string): Promise<BookingPageRow> {
  const page = await findOpenPage(em, slug);
  if (!page) throw notFound("booking page");
  return page;
}

/** A page with what the visitor has chosen so far. Throws NOT_FOUND, also for services and providers of others. */
export function readPublicPage(
  ctx: GatewayContext,
  args: types.PublicBookingPageArgs,
): Promise<types.PublicBookingPage> {
  return asSystem(
    ctx.em,
    async (em) => {
      const page = await requirePage(em, args.slug);
      const own = onBehalfOf(ctx, page.ownerId);
      const { slug, title, introduction, locale, confirmsEmail, frameOrigins } = page;
      const { paymentMinutes, showsEvents } = page;
      const services = await servicesOf(em, page.ownerId);
      return {
        slug,
        title,
        introduction,
        locale,
        requiresEmailCode: confirmsEmail,
        frameOrigins,
        takesPayments: takesPayments(await findPaymentAccount(em, page.ownerId)),
        paymentMinutes,
        showsEvents,
        services,
        ...(await chosenOf(em, own, args, services)),
      };
    },
    { readOnly: true },
  );
}

type Chosen = Pick<
  types.PublicBookingPage,
  | "service"
  | "questions"
  | "providers"
  | "providerId"
  | "timezone"
  | "days"
  | "from"
  | "date"
  | "slots"
  | "slot"
>;

async function chosenOf(
  em: EntityManager,
  own: GatewayContext,
  args: types.PublicBookingPageArgs,
  services: types.PublicService[],
): Promise<Chosen> {
  const { serviceId, date = null, start } = args;
  const nothing = {
    providerId: null,
    timezone: null,
    days: [],
    from: null,
    date: null,
    slots: [],
    slot: null,
  };
  if (!serviceId) return { service: null, questions: [], providers: [], ...nothing };
  const service = services.find(({ id }) => id === serviceId);
  if (!service) throw notFound("service");
  const providers = await providersOf(em, own.principal.ownerId!, serviceId);
  const { providerId, timezone } = chosenBy(args);
  const calendar = await freeTimes(em, own, { serviceId, providerId, timezone, from: args.from ?? null });
  const slots = date
    ? (await freeTimes(em, own, { serviceId, providerId, timezone, from: date, days: 1 })).slots
    : [];
  const slot = start
    ? (slots.find((one) => one.start === start.getTime()) ??
      calendar.slots.find((one) => one.start === start.getTime()))
    : undefined;
  const zone = calendar.timezone;
  const [form] = await findForms(em, own.principal.ownerId!, { serviceId });
  return {
    service,
    questions: form?.questions ?? [],
    providers,
    providerId,
    timezone: zone,
    days: daysOf(calendar.slots, zone),
    from: calendar.from,
    date,
    slots: slots.map((one) => presentSlot(one, zone)),
    slot: slot ? presentSlot(slot, zone) : null,
  };
}

/** Days with free times. Throws NOT_FOUND and VALIDATION_ERROR. */
export function readPublicDays(ctx: GatewayContext, args: types.PublicDaysArgs): Promise<AvailableDays> {
  return onPage(ctx, args, async (em, own) => {
    const { timezone, slots } = await freeTimes(em, own, {
      ...chosenBy(args),
      serviceId: args.serviceId,
      from: args.from,
    });
    return { timezone, days: daysOf(slots, timezone) };
  });
}

/** Free times of a day. Throws NOT_FOUND and VALIDATION_ERROR. */
export function readPublicSlots(
  ctx: GatewayContext,
  args: types.PublicSlotsArgs,
): Promise<types.PublicSlots> {
  return onPage(ctx, args, async (em, own) => {
    const wanted = { ...chosenBy(args), serviceId: args.serviceId, from: args.date, days: 1 };
    const { timezone, slots } = await freeTimes(em, own, wanted);
    return { timezone, slots: slots.map((slot) => presentSlot(slot, timezone)) };
  });
}

function onPage<T>(
  ctx: GatewayContext,
  { slug, serviceId }: { slug: string; serviceId: string },
  read: (em: EntityManager, own: GatewayContext) => Promise<T>,
): Promise<T> {
  return asSystem(
    ctx.em,
    async (em) => {
      const { ownerId } = await requirePage(em, slug);
      if (!(await servicesOf(em, ownerId, serviceId))[0]) throw notFound("service");
      return read(em, onBehalfOf(ctx, ownerId));
    },
    { readOnly: true },
  );
}

/** Forms send empty texts for what was not chosen. */
export function chosenBy({
  providerId,
  timezone,
}: {
  providerId?: string | null;
  timezone?: string | null;
}): {
  providerId: string | null;
  timezone: string | null;
} {
  return { providerId: providerId || null, timezone: checkedZone(timezone || null) };
}

interface TimesWanted {
  serviceId: string;
  providerId: string | null;
  timezone: string | null;
  /** Null: from today. */
  from: string | null;
  days?: number;
  /** Seats wanted of one provider; 1 by default. */
  partySize?: number;
  /** A booking whose own time counts as free. */
  except?: string;
  /** The terms of a booking instead of those of the service. */
  terms?: Partial<BookableService>;
}

/** Free slots of days in a zone. The context is of the account whose service it is. */
export async function freeTimes(
  em: EntityManager,
  own: GatewayContext,
  { serviceId, providerId, timezone, from, days = shownDays, partySize = 1, except, terms = {} }: TimesWanted,
): Promise<{ timezone: string; from: string; slots: FreeSlot[] }> {
  const now = own.clock.now();
  const around = from === null ? now.getTime() : Date.parse(from);
  const within = { start: around - dayMs, end: around + (days + 2) * dayMs };
  const calendar = await readServiceCalendar(em, own, {
    mergesBookings: true,
    serviceId,
    providerId,
    within,
    except: except ?? null,
  });
  const service = { ...calendar.service, ...terms };
  const zone = timezone ?? service.timezone;
  const first = from ?? wallClockOf(now.getTime(), zone).date;
  const range = { start: startOfDate(first, zone), end: startOfDate(addDays(first, days), zone) };
  return { timezone: zone, from: first, slots: freeSlots({ ...calendar, service }, range, now, partySize) };
}

export function daysOf(slots: readonly FreeSlot[], zone: string): AvailableDay[] {
  const byDate = Map.groupBy(slots, ({ start }) => wallClockOf(start, zone).date);
  return [...byDate].map(([date, ofDay]) => ({ date, slotCount: ofDay.length }));
}

export function presentSlot({ start, end }: FreeSlot, zone: string): types.PublicSlot {
  const { date, time } = wallClockOf(start, zone);
  return { start: new Date(start), end: new Date(end), date, time };
}

/** Active services with an active provider, or the one of this ID. */
async function servicesOf(
  em: EntityManager,
  ownerId: string,
  serviceId: string | null = null,
): Promise<types.PublicService[]> {
  const rows = await executeSql<Omit<types.PublicService, "price"> & { priceMinor: number }>(
    em,
    `SELECT s.id, s.name, s.duration_min AS "durationMin", s.price_minor::float8 AS "priceMinor", s.currency,
       s.capacity, s.deposit_percent AS "depositPercent", s.requires_approval AS "requiresApproval"
     FROM booking_services s WHERE s.owner_id = $1 AND s.status = 'active' AND ($2::text IS NULL OR s.id = $2)
     AND EXISTS (SELECT 1 FROM booking_service_providers sp JOIN booking_providers p ON p.id = sp.provider_id
                 WHERE sp.service_id = s.id AND p.status = 'active')
     ORDER BY lower(s.name), s.id LIMIT 100`,
    [ownerId, serviceId],
  );
  return rows.map(({ priceMinor, ...service }) => ({
    ...service,
    price: toMajor(priceMinor, currencyDecimals(service.currency)),
  }));
}

function providersOf(em: EntityManager, ownerId: string, serviceId: string): Promise<types.PublicProvider[]> {
  return executeSql(
    em,
    `SELECT p.id, p.name FROM booking_service_providers sp JOIN booking_providers p ON p.id = sp.provider_id
     WHERE sp.service_id = $2 AND p.owner_id = $1 AND p.status = 'active' ORDER BY lower(p.name), p.id LIMIT 100`,
    [ownerId, serviceId],
  );
}
