import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { maxBusyBlocks, type BusyBlock } from "./busy-calendar.types.ts";
import { busyTimesOf, type BusyTime, type ReadCalendar } from "./busy-times.ts";
import { parseCalendar, type CalendarComponent } from "./calendar-text.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Agendas of the last month still show it; no booking begins later than two years from now. */
const [daysBack, daysAhead] = [31, 732];
const maxEvents = 5_000;

const target = {
  into: "booking_blocked_times",
  columns: [
    "id",
    "owner_id",
    "provider_id",
    "starts_at",
    "ends_at",
    "reason",
    "source",
    "event_uid",
    "created_at",
  ],
};

/** Why a text is no calendar that can be imported. */
export interface UnfitCalendar {
  rule: "icalendar" | "max_events" | "max_blocks";
  message: string;
}

/** Reads the components of an iCalendar text. */
export function readComponents(text: string): CalendarComponent[] | UnfitCalendar {
  const calendars = parseCalendar(text);
  if (typeof calendars === "string")
    return { rule: "icalendar", message: `must be an iCalendar: ${calendars}` };
  const events = calendars.flatMap(({ components }) => components).filter(({ name }) => name === "VEVENT");
  if (events.length > maxEvents)
    return { rule: "max_events", message: `must have at most ${maxEvents} events` };
  return calendars;
}

/** The provider whose time a calendar takes, and the name of the calendar. */
export interface BusySource {
  ownerId: string;
  providerId: string;
  /** Zone of times without one. */
  zone: string;
  source: string;
}

/** What became of a calendar. */
export interface WrittenBusyTimes extends ReadCalendar {
  from: Date;
  until: Date;
  blocks: BusyBlock[];
  replacedCount: number;
}

/**
 * Replaces the busy times of a provider's calendar in the open transaction, one writer at a time. Existing bookings stay.
 */
export async function writeBusyTimes(
  em: EntityManager,
  { ownerId, providerId, zone, source }: BusySource,
  calendars: readonly CalendarComponent[],
  now: Date,
): Promise<WrittenBusyTimes | UnfitCalendar> {
  await lockProvider(em, providerId);
  const within = { start: now.getTime() - daysBack * dayMs, end: now.getTime() + daysAhead * dayMs };
  const read = busyTimesOf(calendars, { zone, within, most: maxBusyBlocks });
  if (!read) {
    const message = `must have at most ${maxBusyBlocks} busy times in the next two years`;
    return { rule: "max_blocks", message };
  }
  const replacedCount = await freeBusyTimes(em, { providerId, source });
  const blocks = read.busy.map(presentBlock);
  const rows = blocks.map(({ id, from, to, reason, uid }) => [
    id,
    ownerId,
    providerId,
    from,
    to,
    reason,
    source,
    uid,
    now,
  ]);
  await insertRows(em, target, rows);
  return { ...read, from: new Date(within.start), until: new Date(within.end), blocks, replacedCount };
}

/** Serializes writers of a provider's imported times: the second replaces the first. */
export async function lockProvider(em: EntityManager, providerId: string): Promise<void> {
  await executeSql(em, "SELECT 1 FROM booking_providers WHERE id = $1 FOR NO KEY UPDATE", [providerId]);
}

/** Frees the time that a calendar takes. Returns the number of periods. */
export async function freeBusyTimes(
  em: EntityManager,
  { providerId, source }: Pick<BusySource, "providerId" | "source">,
): Promise<number> {
  const freed = await executeSql(
    em,
    "DELETE FROM booking_blocked_times WHERE provider_id = $1 AND source = $2 AND sync_id IS NULL RETURNING 1",
    [providerId, source],
  );
  return freed.length;
}

/** Future bookings that overlap the periods of a provider's calendar, by start. */
export async function bookingsWithin(
  em: EntityManager,
  { providerId, source }: Pick<BusySource, "providerId" | "source">,
  now: Date,
): Promise<string[]> {
  const rows = await executeSql<{ id: string }>(
    em,
    `SELECT b.id FROM bookings b WHERE b.provider_id = $1 AND b.ends_at > $3
     AND b.status IN ('pending', 'confirmed', 'checked_in')
     AND EXISTS (SELECT 1 FROM booking_blocked_times t WHERE t.provider_id = $1 AND t.source = $2 AND t.sync_id IS NULL
                 AND t.starts_at < b.ends_at AND t.ends_at > b.starts_at)
     ORDER BY b.starts_at, b.id`,
    [providerId, source, now],
  );
  return rows.map(({ id }) => id);
}

function presentBlock({ start, end, uid, summary }: BusyTime): BusyBlock {
  return { id: newId("blk"), from: new Date(start), to: new Date(end), uid, reason: summary };
}
