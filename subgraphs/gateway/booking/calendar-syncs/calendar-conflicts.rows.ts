import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { syncRows, type ConflictRow, type SyncRow } from "./calendar-sync.rows.ts";
import type { CalendarConflict, ConflictKind, ConflictResolution } from "./calendar-sync.types.ts";
import type { Times } from "./calendar-merge.ts";

/** A difference as it was found. */
export interface FoundConflict {
  bookingId: string;
  kind: ConflictKind;
  eventId: string;
  eventTitle: string | null;
  outside: Times;
  reason: string | null;
}

/** Shows a difference to the account: one conflict per booking and event, kept up to date while it is open. */
export async function noteConflict(
  em: EntityManager,
  sync: Pick<SyncRow, "id" | "ownerId">,
  found: FoundConflict,
  now: Date,
): Promise<void> {
  const row: ConflictRow = {
    id: newId("clc"),
    ownerId: sync.ownerId,
    syncId: sync.id,
    bookingId: found.bookingId,
    kind: found.kind,
    eventId: found.eventId,
    eventTitle: found.eventTitle,
    outsideStartsAt: found.outside && new Date(found.outside.start).toISOString(),
    outsideEndsAt: found.outside && new Date(found.outside.end).toISOString(),
    reason: found.reason,
    resolution: null,
    resolvedAt: null,
    createdAt: now.toISOString(),
  };
  const [known] = await executeSql<{ id: string }>(
    em,
    `UPDATE booking_calendar_conflicts SET kind = $4, outside_starts_at = $5, outside_ends_at = $6, reason = $7
     WHERE sync_id = $1 AND booking_id = $2 AND resolved_at IS NULL
       AND (event_id = $3 OR $4 <> 'overlap' AND kind <> 'overlap') RETURNING id`,
    [sync.id, row.bookingId, row.eventId, row.kind, row.outsideStartsAt, row.outsideEndsAt, row.reason],
  );
  if (known) return;
  await syncRows.insertAll(em, "booking_calendar_conflicts", [row]);
  await emitConflict(em, "detected", row);
}

/** Closes the open conflicts of a booking's own event, which have no difference left. */
export async function settleConflicts(
  em: EntityManager,
  syncId: string,
  bookingId: string,
  resolution: ConflictResolution,
  now: Date,
): Promise<void> {
  const where = "sync_id = $1 AND booking_id = $2 AND kind <> 'overlap' AND resolved_at IS NULL";
  const open = await syncRows.findRows(em, "booking_calendar_conflicts", where, [syncId, bookingId]);
  for (const row of open) await closeConflict(em, row, resolution, now);
}

/** Closes an open conflict. */
export async function closeConflict(
  em: EntityManager,
  row: ConflictRow,
  resolution: ConflictResolution,
  now: Date,
): Promise<ConflictRow> {
  const closed = { ...row, resolution, resolvedAt: now.toISOString() };
  await syncRows.updateRow(em, "booking_calendar_conflicts", row.id, {
    resolution,
    resolvedAt: closed.resolvedAt,
  });
  await emitConflict(em, "resolved", closed);
  return closed;
}

/**
 * Compares the busy times of a calendar with the bookings of its provider: shows new overlaps, and closes those that no longer exist.
 * What the account has decided to keep is not shown again while the event stays where it is.
 */
export async function compareOverlaps(em: EntityManager, sync: SyncRow, now: Date): Promise<void> {
  const gone = await syncRows.findRows(
    em,
    "booking_calendar_conflicts",
    `sync_id = $1 AND kind = 'overlap' AND resolved_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM bookings b JOIN booking_blocked_times e ON e.sync_id = $1 AND e.event_uid = t.event_id
       WHERE b.id = t.booking_id AND b.provider_id = $2 AND b.status IN ('pending', 'confirmed', 'checked_in')
       AND b.starts_at < e.ends_at AND b.ends_at > e.starts_at)`,
    [sync.id, sync.providerId],
  );
  for (const row of gone) await closeConflict(em, row, "settled", now);
  const found = await executeSql<{
    bookingId: string;
    eventId: string;
    eventTitle: string | null;
    start: string;
    end: string;
  }>(
    em,
    `SELECT b.id AS "bookingId", e.event_uid AS "eventId", e.reason AS "eventTitle", e.starts_at AS "start", e.ends_at AS "end"
     FROM booking_blocked_times e JOIN bookings b ON b.provider_id = $2 AND b.ends_at > $3
       AND b.status IN ('pending', 'confirmed', 'checked_in') AND b.block && tstzrange(e.starts_at, e.ends_at)
       AND b.starts_at < e.ends_at AND b.ends_at > e.starts_at
     WHERE e.sync_id = $1 AND e.ends_at > $3 AND NOT EXISTS (
       SELECT 1 FROM booking_calendar_conflicts c WHERE c.sync_id = $1 AND c.booking_id = b.id AND c.event_id = e.event_uid
       AND (c.resolved_at IS NULL OR c.resolution = 'keep_booking' AND c.outside_starts_at = e.starts_at
         AND c.outside_ends_at = e.ends_at))
     ORDER BY e.starts_at, b.id LIMIT 500`,
    [sync.id, sync.providerId, now],
  );
  for (const { bookingId, eventId, eventTitle, start, end } of found) {
    const outside = { start: Date.parse(start), end: Date.parse(end) };
    await noteConflict(
      em,
      sync,
      { bookingId, kind: "overlap", eventId, eventTitle, outside, reason: null },
      now,
    );
  }
}

export function presentConflict(row: ConflictRow): CalendarConflict {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  const { id, syncId, bookingId, kind, eventTitle, reason, resolution } = row;
  return {
    id,
    syncId,
    bookingId,
    kind,
    eventTitle,
    eventStart: dateOf(row.outsideStartsAt),
    eventEnd: dateOf(row.outsideEndsAt),
    reason,
    resolution,
    resolvedAt: dateOf(row.resolvedAt),
    createdAt: new Date(row.createdAt),
  };
}

async function emitConflict(
  em: EntityManager,
  event: "detected" | "resolved",
  row: ConflictRow,
): Promise<void> {
  const payload = { object: presentConflict(row), previous: null };
  const { id: objectId, ownerId } = row;
  await emitEvent(em, {
    type: `calendar_conflict.${event}`,
    objectId,
    appId: "event-manager",
    ownerId,
    payload,
  });
}
