import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type {
  CalendarSyncService,
  CalendarSyncStatus,
  ConflictKind,
  ConflictResolution,
} from "./calendar-sync.types.ts";
import type { Times } from "./calendar-merge.ts";

export interface SyncRow {
  id: string;
  ownerId: string;
  providerId: string;
  connectionId: string;
  service: CalendarSyncService;
  calendarId: string;
  calendarName: string;
  timezone: string;
  status: CalendarSyncStatus;
  cursor: string | null;
  windowFrom: string | null;
  windowUntil: string | null;
  fullSyncedAt: string | null;
  lastSyncedAt: string | null;
  errorCode: string | null;
  failures: number;
  retryAt: string | null;
  nextSyncAt: string;
  leaseUntil: string | null;
  channelId: string | null;
  channelTokenHash: string | null;
  channelRemoteId: string | null;
  channelResourceId: string | null;
  channelExpiresAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface ConflictRow {
  id: string;
  ownerId: string;
  syncId: string;
  bookingId: string;
  kind: ConflictKind;
  eventId: string;
  eventTitle: string | null;
  outsideStartsAt: string | null;
  outsideEndsAt: string | null;
  reason: string | null;
  resolution: ConflictResolution | null;
  resolvedAt: string | null;
  createdAt: string;
}

interface CopyRow {
  syncId: string;
  bookingId: string;
  ownerId: string;
  generation: number;
  eventId: string | null;
  etag: string | null;
  outsideStartsAt: string | null;
  outsideEndsAt: string | null;
  baseStartsAt: string | null;
  baseEndsAt: string | null;
  sentStartsAt: string | null;
  sentEndsAt: string | null;
  sentDeletion: boolean;
  isDue: boolean;
  changes: number;
}

/** The event of a booking in a calendar. */
export interface Copy {
  syncId: string;
  bookingId: string;
  generation: number;
  eventId: string | null;
  etag: string | null;
  outside: Times;
  base: Times;
  /** What was last sent to the calendar, while the response is not known; `deletion` for none. */
  sent: Times | "deletion";
  isDue: boolean;
  changes: number;
}

export const syncRows = plainRows<{
  booking_calendar_syncs: SyncRow;
  booking_calendar_conflicts: ConflictRow;
}>();
const copyRows = plainRows<{ booking_calendar_copies: CopyRow }>();

/** Copies of a calendar that fulfil a condition over its ID (`$1`) and further values. */
export async function findCopies(
  em: EntityManager,
  syncId: string,
  where: string,
  values: readonly unknown[] = [],
): Promise<Copy[]> {
  const rows = await copyRows.findRows(em, "booking_calendar_copies", `sync_id = $1 AND ${where}`, [
    syncId,
    ...values,
  ]);
  return rows.map((row) => ({
    syncId: row.syncId,
    bookingId: row.bookingId,
    generation: row.generation,
    eventId: row.eventId,
    etag: row.etag,
    outside: timesOf(row.outsideStartsAt, row.outsideEndsAt),
    base: timesOf(row.baseStartsAt, row.baseEndsAt),
    sent: row.sentDeletion ? "deletion" : timesOf(row.sentStartsAt, row.sentEndsAt),
    isDue: row.isDue,
    changes: row.changes,
  }));
}

function timesOf(start: string | Date | null, end: string | Date | null): Times {
  return start === null || end === null
    ? null
    : { start: new Date(start).getTime(), end: new Date(end).getTime() };
}

/**
 * Stores what is known of a copy. It is no longer due, unless its booking has changed since it was read.
 */
export async function saveCopy(em: EntityManager, copy: Copy): Promise<void> {
  const { syncId, bookingId, generation, eventId, etag, outside, base, isDue, changes } = copy;
  const sent = copy.sent === "deletion" ? null : copy.sent;
  const at = (moment: number | undefined) => (moment === undefined ? null : new Date(moment));
  await executeSql(
    em,
    `UPDATE booking_calendar_copies SET generation = $3, event_id = $4, etag = $5, outside_starts_at = $6,
       outside_ends_at = $7, base_starts_at = $8, base_ends_at = $9, is_due = $10 OR changes <> $11,
       sent_starts_at = $12, sent_ends_at = $13, sent_deletion = $14
     WHERE sync_id = $1 AND booking_id = $2`,
    [
      syncId,
      bookingId,
      generation,
      eventId,
      etag,
      at(outside?.start),
      at(outside?.end),
      at(base?.start),
      at(base?.end),
      isDue,
      changes,
      at(sent?.start),
      at(sent?.end),
      copy.sent === "deletion",
    ],
  );
}

/** Forgets a copy, unless its booking has changed since it was read. */
export async function dropCopy(em: EntityManager, { syncId, bookingId, changes }: Copy): Promise<void> {
  await executeSql(
    em,
    "DELETE FROM booking_calendar_copies WHERE sync_id = $1 AND booking_id = $2 AND changes = $3",
    [syncId, bookingId, changes],
  );
}

/** The mark of a copy's event. */
export function keyOf({ syncId, bookingId, generation }: Copy): string {
  return `${syncId}.${bookingId}.${generation}`;
}
