import type { EntityManager } from "@mikro-orm/postgresql";
import type { DomainError } from "../../../../src/errors.ts";
import { validationError } from "../../../../src/errors.ts";
import { presentSlot } from "../availability/availability.service.ts";
import type { BookingSlot } from "../availability/availability.types.ts";
import { bookableWindow, freeSlots, seatsOf } from "../availability/free-slots.ts";
import {
  readServiceCalendar,
  type CalendarQuery,
  type ProviderCalendar,
  type ServiceCalendar,
} from "../availability/service-calendar.service.ts";
import { startsWithin, type Stretch } from "../availability/slots.ts";
import { minutesOf, momentsAround, momentsOf, startOfDate, wallClockOf } from "../../base/wall-clock.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { inOrder } from "./provider-order.ts";
import { localTimeDoesNotExist, slotRefused, type SlotRefusal } from "./bookings.errors.ts";
import { invalidState } from "../../base/gateway.errors.ts";

const dayMs = 24 * 60 * 60 * 1000;
const alternativesWanted = 3;

/** The requested slot. */
export interface WantedSlot extends Omit<CalendarQuery, "within"> {
  partySize: number;
}

/** A start by the wall clock. */
export interface WallClock {
  date: string;
  time: string;
  fold?: number | null;
}

/**
 * The instant of a local time; `fold: 1` selects the second of two occurrences. Throws LOCAL_TIME_DOES_NOT_EXIST for
 * skipped local times.
 */
export async function momentWanted(
  em: EntityManager,
  ctx: GatewayContext,
  wanted: WantedSlot,
  { date, time, fold }: WallClock,
  timezone: string,
): Promise<number> {
  const moments = momentsOf(date, minutesOf(time), timezone);
  if (moments.length > 0) return moments[Math.min(fold ?? 0, moments.length - 1)]!;
  const around = momentsAround(date, minutesOf(time), timezone).sort((a, b) => a - b);
  const nearest = around
    .map((at) => wallClockOf(at, timezone))
    .map((at) => ({ date: at.date, time: at.time }));
  throw localTimeDoesNotExist(
    timezone,
    nearest,
    await alternativesTo(em, ctx, { wanted, start: around[0]!, timezone }),
  );
}

/**
 * Available providers for a start, in the order to try by the service's assignment. Throws SLOT_TAKEN,
 * OUTSIDE_HOURS, TOO_SOON or TOO_FAR with alternatives, INVALID_STATE for an archived service, and VALIDATION_ERROR
 * when the party exceeds the capacity.
 */
export async function providersFor(
  em: EntityManager,
  ctx: GatewayContext,
  chosen: ChosenSlot,
): Promise<string[]> {
  const free = freeProviders(chosen, ctx.clock.now());
  if (typeof free === "string") throw await refusal(em, ctx, chosen, free);
  return free;
}

/** A calendar and the time that it was read for. */
export interface CalendarLook {
  calendar: ServiceCalendar;
  within: Stretch;
}

/** Like `providersFor`, but returns the reason when the start is not available. */
export function freeProviders({ wanted, calendar, start }: ChosenSlot, now: Date): string[] | SlotRefusal {
  const { service } = calendar;
  if (service.status !== "active") throw invalidState("service", service.status, ["active"]);
  if (wanted.partySize > service.capacity) {
    const message = `must be at most ${service.capacity}`;
    throw validationError([{ path: "partySize", message, rule: "maximum" }]);
  }
  const judged = judge(calendar, start, wanted.partySize, now);
  if (typeof judged === "string") return judged;
  const day = wallClockOf(start, service.timezone).date;
  const isThatDay = dayTest(day, service.timezone);
  const loadOf = ({ taken }: ProviderCalendar) => taken.filter(({ startsAt }) => isThatDay(startsAt)).length;
  const candidates = judged.map((provider) => {
    const { id, weight = 1, turns = 0 } = provider;
    return { id, weight, turns, load: loadOf(provider) };
  });
  return inOrder(service.assignment ?? "least_busy", candidates);
}

/** A start, and the calendar around it. */
export interface ChosenSlot {
  wanted: WantedSlot;
  calendar: ServiceCalendar;
  start: number;
  timezone: string;
  /** Alternatives are taken from it where it reaches; without it they are read. */
  look?: CalendarLook;
}

/** The refusal of a start with up to three free slots near it. */
export async function refusal(
  em: EntityManager,
  ctx: GatewayContext,
  chosen: Omit<ChosenSlot, "calendar">,
  why: SlotRefusal,
): Promise<DomainError> {
  return slotRefused(why, chosen.timezone, await alternativesTo(em, ctx, chosen));
}

function judge(
  calendar: ServiceCalendar,
  start: number,
  partySize: number,
  now: Date,
): SlotRefusal | ProviderCalendar[] {
  const { service, providers } = calendar;
  const window = bookableWindow(service, now);
  if (start < window.start) return "TOO_SOON";
  if (start >= window.end) return "TOO_FAR";
  const atWork = providers.filter(
    ({ hours }) => startsWithin({ start, end: start + 1 }, hours, service).length > 0,
  );
  if (atWork.length === 0) return "OUTSIDE_HOURS";
  const free = atWork.filter((provider) => seatsOf(provider, calendar, start) >= partySize);
  return free.length > 0 ? free : "SLOT_TAKEN";
}

/** The free slots nearest to a start, in order of time. Searches days in steps, the nearest first. */
export async function alternativesTo(
  em: EntityManager,
  ctx: GatewayContext,
  { wanted, start, timezone, look }: Omit<ChosenSlot, "calendar">,
): Promise<BookingSlot[]> {
  const now = ctx.clock.now();
  const read = (within: Stretch) => readServiceCalendar(em, ctx, { ...wanted, within });
  const { service } = look?.calendar ?? (await read({ start, end: start }));
  const window = bookableWindow(service, now);
  // A start outside of the window has its alternatives at the window's near end.
  const near = start + Math.max(window.start - start, 0) + Math.min(window.end - start, 0);
  for (const days of [2, 15, 90]) {
    const within = { start: near - days * dayMs, end: near + days * dayMs };
    const isSeen = look && look.within.start <= within.start && look.within.end >= within.end;
    const calendar = isSeen ? look.calendar : await read(within);
    const free = freeSlots(calendar, within, now, wanted.partySize);
    if (free.length < alternativesWanted && days < 90) continue;
    return free
      .sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start) || a.start - b.start)
      .slice(0, alternativesWanted)
      .sort((a, b) => a.start - b.start)
      .map((slot) => presentSlot(slot, timezone));
  }
  return [];
}

function dayTest(date: string, zone: string): (at: number) => boolean {
  const [from, to] = [startOfDate(date, zone), startOfDate(addDays(date, 1), zone)];
  return (at) => at >= from && at < to;
}
