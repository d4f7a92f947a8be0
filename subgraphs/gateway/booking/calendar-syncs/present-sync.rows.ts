import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { SyncRow } from "./calendar-sync.rows.ts";
import type { CalendarSync } from "./calendar-sync.types.ts";

interface Counts {
  pendingBookings: number;
  openConflicts: number;
}

/** A sync as the graph shows it, with what is left to do. */
export async function presentSync(em: EntityManager, row: SyncRow): Promise<CalendarSync> {
  return (await presentSyncs(em, [row]))[0]!;
}

/** Syncs as the graph shows them, counted with one statement. */
export async function presentSyncs(em: EntityManager, rows: readonly SyncRow[]): Promise<CalendarSync[]> {
  const counts = await executeSql<Counts & { id: string }>(
    em,
    `SELECT s.id,
       (SELECT count(*)::int FROM booking_calendar_copies c WHERE c.sync_id = s.id AND c.is_due) AS "pendingBookings",
       (SELECT count(*)::int FROM booking_calendar_conflicts c WHERE c.sync_id = s.id AND c.resolved_at IS NULL) AS "openConflicts"
     FROM unnest($1::text[]) AS s(id)`,
    [rows.map(({ id }) => id)],
  );
  const byId = new Map(counts.map((one) => [one.id, one]));
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => {
    const { pendingBookings = 0, openConflicts = 0 } = byId.get(row.id) ?? {};
    const { id, providerId, connectionId, service, calendarId, calendarName, status, errorCode } = row;
    return {
      id,
      providerId,
      connectionId,
      service,
      calendarId,
      calendarName,
      status,
      lastSyncedAt: dateOf(row.lastSyncedAt),
      errorCode,
      pushedUntil: dateOf(row.channelExpiresAt),
      pendingBookings,
      openConflicts,
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    };
  });
}
