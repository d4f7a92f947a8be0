import type { BookableService, ProviderCalendar, ServiceCalendar } from "./service-calendar.service.ts";
import { seatsLeft, startsWithin, type Stretch } from "./slots.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A start that can be booked. */
export interface FreeSlot {
  start: number;
  end: number;
  /** Available providers, lowest id first. */
  providerIds: string[];
  /** Seats over all of them. */
  capacityLeft: number;
}

/** From the end of the notice to the furthest day: the starts that may be booked at this moment. */
export function bookableWindow(
  { minNoticeMin, maxAdvanceDays }: Pick<BookableService, "minNoticeMin" | "maxAdvanceDays">,
  now: Date,
): Stretch {
  return {
    start: now.getTime() + minNoticeMin * minuteMs,
    end: now.getTime() + maxAdvanceDays * dayMs + 1,
  };
}

/** Names the session that a booking belongs to: a service with several seats shares one for each provider and start. */
export function sharedSession(
  service: Pick<BookableService, "id" | "capacity">,
  providerId: string,
  start: number,
): string | null {
  return service.capacity === 1 ? null : `${providerId} ${service.id} ${start}`;
}

/** Seats that a provider has left at a start, whatever the working hours. */
export function seatsOf(provider: ProviderCalendar, service: BookableService, start: number): number {
  return seatsLeft(start, service, sharedSession(service, provider.id, start) ?? "", provider);
}

/** The free slots of a service within a range, earliest first, for this number of participants. */
export function freeSlots(
  { service, providers }: ServiceCalendar,
  within: Stretch,
  now: Date,
  partySize = 1,
): FreeSlot[] {
  const window = bookableWindow(service, now);
  const range = { start: Math.max(within.start, window.start), end: Math.min(within.end, window.end) };
  if (service.status !== "active" || range.start >= range.end) return [];
  const slots = new Map<number, FreeSlot>();
  for (const provider of providers) {
    for (const start of startsWithin(range, provider.hours, service)) {
      const seats = seatsOf(provider, service, start);
      if (seats < partySize) continue;
      const end = start + service.durationMin * minuteMs;
      const slot = slots.get(start) ?? { start, end, providerIds: [], capacityLeft: 0 };
      slot.providerIds.push(provider.id);
      slot.capacityLeft += seats;
      slots.set(start, slot);
    }
  }
  return [...slots.values()].sort((a, b) => a.start - b.start);
}
