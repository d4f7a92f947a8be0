import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { BookingContext } from "../booking.context.ts";
import { closeChannel } from "./calendar-channels.service.ts";
import { closeConflict } from "./calendar-conflicts.rows.ts";
import { syncRows, type SyncRow } from "./calendar-sync.rows.ts";
import type { DisconnectCalendarInput, DisconnectedCalendar } from "./calendar-sync.types.ts";
import { emitSync, lockSync, requireNoRun } from "./calendar-syncs.service.ts";

interface OwnEvent {
  eventId: string;
}

/** Requests at once while the platform's events are deleted. */
const atOnce = 5;
const maxDeletions = 500;

/**
 * Ends a sync: its busy times no longer block the provider, and the platform's future events are deleted from the calendar unless
 * they are to stay. Bookings do not change. Events that cannot be deleted stay, for example after the connection has ended. Throws
 * NOT_FOUND, and INVALID_STATE while the sync runs. Idempotent by the key.
 */
export function disconnectCalendar(
  ctx: BookingContext,
  input: DisconnectCalendarInput,
): Promise<DisconnectedCalendar> {
  return onceOutside(
    ctx,
    { operation: "disconnectCalendar", input },
    {
      record: async (em) => {
        const sync = await lockSync(em, ctx, input.syncId);
        await requireNoRun(em, sync);
        const now = ctx.clock.now();
        const events = await executeSql<OwnEvent & { isFuture: boolean }>(
          em,
          `SELECT event_id AS "eventId", outside_ends_at > $2 AS "isFuture" FROM booking_calendar_copies
           WHERE sync_id = $1 AND event_id IS NOT NULL ORDER BY outside_starts_at`,
          [sync.id, now],
        );
        const changes = { status: "ended", updatedAt: now.toISOString() } as const;
        await syncRows.updateRow(em, "booking_calendar_syncs", sync.id, changes);
        const ended = { ...sync, ...changes };
        await emitSync(em, "disconnected", ended);
        const future = events.filter(({ isFuture }) => isFuture).slice(0, maxDeletions);
        return { sync: ended, total: events.length, deletable: input.keepEvents ? [] : future };
      },
      act: async ({ sync, deletable }) => {
        const queue = deletable.values();
        let deleted = 0;
        const work = async () => {
          for (const { eventId } of queue) if (await deleteEvent(ctx, sync, eventId)) deleted++;
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        await closeChannel(ctx, sync);
        return { deleted };
      },
      settle: async (em, { sync, total }, { deleted }) => {
        const remove = (table: string) =>
          executeSql(em, `DELETE FROM ${table} WHERE sync_id = $1 RETURNING 1`, [sync.id]);
        const freed = await remove("booking_blocked_times");
        await remove("booking_calendar_copies");
        const where = "sync_id = $1 AND resolved_at IS NULL";
        const open = await syncRows.findRows(em, "booking_calendar_conflicts", where, [sync.id]);
        for (const row of open) await closeConflict(em, row, "settled", ctx.clock.now());
        return {
          id: sync.id,
          deletedEvents: deleted,
          keptEvents: total - deleted,
          freedBlocks: freed.length,
        };
      },
    },
  );
}

async function deleteEvent(ctx: BookingContext, sync: SyncRow, eventId: string): Promise<boolean> {
  const { connectionId, calendarId } = sync;
  const argument = { calendarId, eventId, etag: null };
  const answer = await ctx.ports.connectedCalendars
    .send(ctx, { connectionId, action: "delete_event", argument })
    .catch(() => null);
  return answer?.outcome.kind === "found";
}
