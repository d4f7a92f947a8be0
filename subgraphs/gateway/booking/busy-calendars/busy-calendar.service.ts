import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { insertRows } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError, type DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { findProvider } from "../setup/providers.service.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import {
  maxBusyBlocks,
  type BusyBlock,
  type BusyCalendar,
  type ImportBusyCalendarInput,
} from "./busy-calendar.types.ts";
import { busyTimesOf, type BusyTime } from "./busy-times.ts";
import { parseCalendar } from "./calendar-text.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Agendas of the last month still show it; no booking begins later than two years from now. */
const [daysBack, daysAhead] = [31, 732];
const maxEvents = 5_000;
const shownBlocks = 100;

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

/**
 * Blocks a provider's time by the events of an external calendar. Replaces the earlier import of the same source. Each
 * event is imported, skipped and counted, or reported as not understood. Existing bookings stay and are listed. Throws
 * NOT_FOUND, and VALIDATION_ERROR for text that is not an iCalendar, is truncated, or exceeds the maximum number of
 * events or periods.
 */
export async function importBusyCalendar(
  ctx: GatewayContext,
  input: ImportBusyCalendarInput,
): Promise<BusyCalendar> {
  const calendars = parseCalendar(input.ics);
  if (typeof calendars === "string") throw refused(`must be an iCalendar: ${calendars}`, "icalendar");
  const events = calendars.flatMap(({ components }) => components).filter(({ name }) => name === "VEVENT");
  if (events.length > maxEvents) throw refused(`must have at most ${maxEvents} events`, "max_events");
  return exactlyOnce(ctx, { operation: "importBusyCalendar", input }, async (em) => {
    const { id: providerId, ownerId, timezone: zone } = await findProvider(em, ctx, input.providerId);
    // Serializes concurrent imports: the second replaces the first.
    await executeSql(em, "SELECT 1 FROM booking_providers WHERE id = $1 FOR NO KEY UPDATE", [providerId]);
    const now = ctx.clock.now();
    const within = { start: now.getTime() - daysBack * dayMs, end: now.getTime() + daysAhead * dayMs };
    const read = busyTimesOf(calendars, { zone, within, most: maxBusyBlocks });
    if (!read)
      throw refused(`must have at most ${maxBusyBlocks} busy times in the next two years`, "max_blocks");
    const source = input.source.trim();
    const replaced = await executeSql(
      em,
      "DELETE FROM booking_blocked_times WHERE provider_id = $1 AND source = $2 AND sync_id IS NULL RETURNING 1",
      [providerId, source],
    );
    const blocks = read.busy.map(presentBlock);
    const rows = blocks.map((one) => [
      one.id,
      ownerId,
      providerId,
      one.from,
      one.to,
      one.reason,
      source,
      one.uid,
      now,
    ]);
    await insertRows(em, target, rows);
    return {
      providerId,
      source,
      timezone: zone,
      from: new Date(within.start),
      until: new Date(within.end),
      blockCount: blocks.length,
      blocks: blocks.slice(0, shownBlocks),
      replacedCount: replaced.length,
      notUnderstood: read.notUnderstood,
      leftOut: read.leftOut,
      conflictingBookingIds: await bookingsWithin(em, { providerId, source, now }),
    };
  });
}

/** Future bookings that overlap a source's imported periods, by start. */
async function bookingsWithin(
  em: EntityManager,
  { providerId, source, now }: { providerId: string; source: string; now: Date },
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

function refused(message: string, rule: string): DomainError {
  return validationError([{ path: "ics", message, rule }]);
}
