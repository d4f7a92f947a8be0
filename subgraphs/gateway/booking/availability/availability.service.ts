import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type {
  AvailabilityArgs,
  AvailableDays,
  AvailableDaysArgs,
  BookingAvailability,
  BookingSlot,
  NextSlotArgs,
} from "./availability.types.ts";
import { bookableWindow, freeSlots, type FreeSlot } from "./free-slots.ts";
import { readServiceCalendar } from "./service-calendar.service.ts";
import { startOfDate, wallClockOf, weekdayOf } from "../../base/wall-clock.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 31;

/**
 * The free slots of a service after working hours, overrides, time off, buffers, holds, notice and capacity. Throws
 * NOT_FOUND for the service or its provider, VALIDATION_ERROR for the days or the zone.
 */
export function readAvailability(ctx: GatewayContext, args: AvailabilityArgs): Promise<BookingAvailability> {
  const { from, to } = daysWanted(args);
  const zone = checkedZone(args.timezone);
  return inTransaction(
    ctx,
    async (em) => {
      // Covers the days in every time zone.
      const within = { start: Date.parse(from) - dayMs, end: Date.parse(to) + 2 * dayMs };
      const { serviceId, providerId } = args;
      const calendar = await readServiceCalendar(em, ctx, {
        serviceId,
        providerId: providerId ?? null,
        within,
        mergesBookings: true,
      });
      const timezone = zone ?? calendar.service.timezone;
      const days = { start: startOfDate(from, timezone), end: startOfDate(addDays(to, 1), timezone) };
      const slots = freeSlots(calendar, days, ctx.clock.now(), args.partySize);
      return { timezone, slots: slots.map((slot) => presentSlot(slot, timezone)) };
    },
    { readOnly: true },
  );
}

/** Days of a month with free slots, and their number. Throws as `readAvailability`. */
export async function readAvailableDays(
  ctx: GatewayContext,
  { month, serviceId, providerId, timezone: zone, partySize }: AvailableDaysArgs,
): Promise<AvailableDays> {
  const from = `${month}-01`;
  const next = addDays(from, maxDays + 1).slice(0, 7);
  const to = addDays(`${next}-01`, -1);
  const { timezone, slots } = await readAvailability(ctx, {
    serviceId,
    providerId: providerId ?? null,
    timezone: zone ?? null,
    partySize,
    from,
    to,
  });
  const byDate = Map.groupBy(slots, ({ date }) => date);
  return { timezone, days: [...byDate].map(([date, ofDay]) => ({ date, slotCount: ofDay.length })) };
}

/** The first free slot, or null when none exists within the maximum advance. Throws as `readAvailability`. */
export function readNextSlot(ctx: GatewayContext, args: NextSlotArgs): Promise<BookingSlot | null> {
  const zone = checkedZone(args.timezone);
  const { weekdays, timeFrom, timeTo } = args;
  const fits = ({ date, time }: BookingSlot) =>
    (!weekdays || weekdays.includes(weekdayOf(date))) &&
    (!timeFrom || time >= timeFrom) &&
    (!timeTo || time <= timeTo);
  return inTransaction(ctx, (em) => findNextSlot(em, ctx, args, zone, fits), { readOnly: true });
}

async function findNextSlot(
  em: EntityManager,
  ctx: GatewayContext,
  args: NextSlotArgs,
  zone: string | null,
  fits: (slot: BookingSlot) => boolean,
): Promise<BookingSlot | null> {
  const now = ctx.clock.now();
  const wanted = { serviceId: args.serviceId, providerId: args.providerId ?? null };
  let start = Math.max(now.getTime(), args.after?.getTime() ?? 0);
  for (;;) {
    const within = { start, end: start + 14 * dayMs };
    const calendar = await readServiceCalendar(em, ctx, { ...wanted, within, mergesBookings: true });
    const timezone = zone ?? calendar.service.timezone;
    for (const slot of freeSlots(calendar, within, now, args.partySize)) {
      const shown = presentSlot(slot, timezone);
      if (fits(shown)) return shown;
    }
    start = within.end;
    if (start >= bookableWindow(calendar.service, now).end) return null;
  }
}

/** A slot with what clocks in the zone show at its start. */
export function presentSlot({ start, end, ...slot }: FreeSlot, zone: string): BookingSlot {
  return { start: new Date(start), end: new Date(end), ...wallClockOf(start, zone), ...slot };
}

function daysWanted({ date, from, to }: AvailabilityArgs): { from: string; to: string } {
  if (date && !from && !to) return { from: date, to: date };
  if (date || !from || !to) {
    throw validationError([
      { path: "date", message: "must be given, or both from and to", rule: "required" },
    ]);
  }
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days >= 1 && days <= maxDays) return { from, to };
  const message = days < 1 ? "must not be before from" : `must be within ${maxDays} days`;
  throw validationError([{ path: "to", message, rule: "range" }]);
}
