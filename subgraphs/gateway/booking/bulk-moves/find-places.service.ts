import type { EntityManager } from "@mikro-orm/postgresql";
import { bookableWindow, freeSlots } from "../availability/free-slots.ts";
import { readServiceCalendar, type ServiceCalendar } from "../availability/service-calendar.service.ts";
import type { Stretch } from "../availability/slots.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import { freeProviders } from "../bookings/choose-slot.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The first start after a moment at which a booking fits with its provider, or null within the maximum advance. */
export async function firstFreeStart(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
  after: Date,
): Promise<number | null> {
  const now = ctx.clock.now();
  let start = Math.max(after.getTime(), now.getTime());
  for (;;) {
    const within = { start, end: start + 14 * dayMs };
    const calendar = await calendarOf(em, ctx, booking, { providerId: booking.providerId, within });
    const [slot] = freeSlots(calendar, within, now, booking.partySize);
    if (slot) return slot.start;
    start = within.end;
    if (start >= bookableWindow(calendar.service, now).end) return null;
  }
}

/** Another provider who is free at the time of a booking, the one with the fewest bookings that day first; or null. */
export async function freeColleague(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
): Promise<string | null> {
  const { serviceId, partySize, timezone, startsAt } = booking;
  const start = startsAt.getTime();
  const within = { start: start - dayMs, end: start + dayMs };
  const { service, providers, resources } = await calendarOf(em, ctx, booking, { providerId: null, within });
  const others = providers.filter(({ id }) => id !== booking.providerId);
  // Keeping the same time needs no minimum notice.
  const calendar = { service: { ...service, minNoticeMin: 0 }, providers: others, resources };
  const wanted = { serviceId, providerId: null, partySize };
  const free = freeProviders({ wanted, calendar, start, timezone }, ctx.clock.now());
  return typeof free === "string" ? null : (free[0] ?? null);
}

/** The calendar for a booking that moves: without itself, with duration, buffers and resources as booked. */
async function calendarOf(
  em: EntityManager,
  ctx: GatewayContext,
  { id: except, serviceId, serviceSnapshot, resourceIds }: BookingEntity,
  { providerId, within }: { providerId: string | null; within: Stretch },
): Promise<ServiceCalendar> {
  const query = { serviceId, providerId, within, except, resourceIds };
  const calendar = await readServiceCalendar(em, ctx, query);
  return { ...calendar, service: { ...calendar.service, ...serviceSnapshot } };
}
