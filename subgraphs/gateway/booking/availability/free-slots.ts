import type { BookableService, ProviderCalendar, ServiceCalendar } from "./service-calendar.service.ts";
import { hasOwnUnits, unitsLeft } from "./resource-units.ts";
import { blockOf, seatsLeft, startsWithin, type Stretch } from "./slots.ts";

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

/** Seats that a provider has left at a start, whatever the working hours: 0 when a resource has no unit left. */
export function seatsOf(
  provider: ProviderCalendar,
  { service, resources }: Pick<ServiceCalendar, "service" | "resources">,
  start: number,
): number {
  const session = sharedSession(service, provider.id, start) ?? "";
  const seats = seatsLeft(start, service, session, provider);
  return seats > 0 && unitsLeft(resources, blockOf(start, service), session) > 0 ? seats : 0;
}

/** Seats over all available providers, as far as each finds a unit of the resources. */
function capacityOf(
  { service, resources }: Pick<ServiceCalendar, "service" | "resources">,
  start: number,
  seatsBy: ReadonlyMap<string, number>,
): number {
  let units = unitsLeft(resources, blockOf(start, service), "");
  let capacity = 0;
  for (const [providerId, seats] of seatsBy) {
    const session = sharedSession(service, providerId, start);
    const isOpen = session !== null && hasOwnUnits(resources, session);
    if (!isOpen && units-- <= 0) continue;
    capacity += seats;
  }
  return capacity;
}

/** Finds those stretches that share a moment with a given one, without looking at all of them. */
function nearby<Taken extends Stretch>(all: readonly Taken[]): (block: Stretch) => readonly Taken[] {
  if (all.length < 8) return () => all;
  const sorted = all.toSorted((a, b) => a.start - b.start);
  const longest = Math.max(...sorted.map(({ start, end }) => end - start));
  return (block) => {
    // Those that begin before the block ends, and not so early that they are over before it begins.
    const last = firstFrom(sorted, block.end);
    const first = firstFrom(sorted, block.start - longest);
    return sorted.slice(first, last);
  };
}

/** Index of the first one that begins at this moment or later. */
function firstFrom(sorted: readonly Stretch[], moment: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.start < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The free slots of a service within a range, earliest first, for this number of participants. */
export function freeSlots(calendar: ServiceCalendar, within: Stretch, now: Date, partySize = 1): FreeSlot[] {
  const { service, providers } = calendar;
  const window = bookableWindow(service, now);
  const range = { start: Math.max(within.start, window.start), end: Math.min(within.end, window.end) };
  if (service.status !== "active" || range.start >= range.end) return [];
  const starts = new Map<number, Map<string, number>>();
  // Resources and providers are asked about each start: only what lies near it is looked at.
  const resources = calendar.resources.map((one) => ({ ...one, near: nearby(one.taken) }));
  const startsBy = new Map<string, number[]>();
  const startsOf = ({ hours }: ProviderCalendar) => {
    // Providers of one service often have the same hours.
    const key = JSON.stringify([hours.timezone, hours.weekly, [...hours.overrides]]);
    const found = startsBy.get(key) ?? startsWithin(range, hours, service);
    startsBy.set(key, found);
    return found;
  };
  for (const provider of providers) {
    const near = { taken: nearby(provider.taken), away: nearby(provider.away) };
    for (const start of startsOf(provider)) {
      const block = blockOf(start, service);
      const around = { ...provider, taken: near.taken(block), away: near.away(block) };
      const units = resources.map(({ near: nearUnits, ...one }) => ({ ...one, taken: nearUnits(block) }));
      const seats = seatsOf(around, { service, resources: units }, start);
      if (seats < partySize) continue;
      starts.set(start, (starts.get(start) ?? new Map<string, number>()).set(provider.id, seats));
    }
  }
  return [...starts]
    .map(([start, seatsBy]) => ({
      start,
      end: start + service.durationMin * minuteMs,
      providerIds: [...seatsBy.keys()],
      capacityLeft: capacityOf(calendar, start, seatsBy),
    }))
    .sort((a, b) => a.start - b.start);
}
