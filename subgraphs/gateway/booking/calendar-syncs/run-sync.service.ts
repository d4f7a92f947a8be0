import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { BookingContext } from "../booking.context.ts";
import { compareOverlaps } from "./calendar-conflicts.rows.ts";
import { openChannel } from "./calendar-channels.service.ts";
import { syncRows, type SyncRow } from "./calendar-sync.rows.ts";
import { presentSync } from "./present-sync.rows.ts";
import { syncQueue } from "./calendar-sync.queue.ts";
import { pullChanges } from "./pull-changes.service.ts";
import { pushCopies } from "./push-copies.service.ts";
import { askForVideos } from "./ask-for-videos.service.ts";
import { SyncStopped } from "./sync-stopped.ts";

const minuteMs = 60_000;
/**
 * Without announcements changes are found within five minutes, and lost announcements too: the job that looks for due syncs runs every
 * minute.
 */
const pollMs = 4 * minuteMs;
const longestPauseMs = 60 * minuteMs;
/** Seconds for which a run has a sync to itself. */
const leaseSeconds = 240;

/** What a run did: `busy` while another run has the sync, `paused` while the service asked to wait. */
export type SyncRun = "done" | "failed" | "busy" | "paused" | "gone";

/**
 * Brings a calendar and its bookings together: first what has changed in the calendar, then what has changed here. One run at a
 * time; a run that fails is tried again later, with the pause that the service asks for.
 */
export async function runSync(ctx: BookingContext, syncId: string, signal?: AbortSignal): Promise<SyncRun> {
  const now = ctx.clock.now();
  const claim = await inTransaction(ctx, async (em) => {
    const [row] = await syncRows.findRows(
      em,
      "booking_calendar_syncs",
      `id = $1 AND status IN ('active', 'failing') AND ${ofOpenAccount()} FOR UPDATE`,
      [syncId],
    );
    if (!row) return "gone";
    if (row.retryAt !== null && Date.parse(row.retryAt) > now.getTime()) return "paused";
    const [claimed] = await executeSql(
      em,
      `UPDATE booking_calendar_syncs SET lease_until = clock_timestamp() + interval '${leaseSeconds} seconds'
       WHERE id = $1 AND (lease_until IS NULL OR lease_until <= clock_timestamp()) RETURNING 1`,
      [syncId],
    );
    return claimed ? row : "busy";
  });
  if (typeof claim === "string") return claim;
  try {
    const pulled = await pullChanges(ctx, claim, signal);
    await pushCopies(ctx, pulled, signal);
    await askForVideos(ctx, pulled, signal);
    await inTransaction(ctx, (em) => compareOverlaps(em, pulled, ctx.clock.now()));
    await openChannel(ctx, pulled);
    await finish(ctx, pulled, null);
    return "done";
  } catch (error) {
    const stopped = stoppedBy(error);
    await finish(ctx, claim, stopped ?? new SyncStopped("busy"));
    if (stopped === null) throw error;
    return "failed";
  }
}

function stoppedBy(error: unknown): SyncStopped | null {
  if (error instanceof SyncStopped) return error;
  if (!(error instanceof DomainError)) return null;
  // The hub refuses before it asks the service.
  const isLost = error.code === "CONNECTION_NOT_FOUND" || error.code === "CONNECTION_NEEDS_REAUTH";
  if (isLost) return new SyncStopped("connection_lost");
  return error.code === "INVALID_STATE" ? new SyncStopped("missing_scope") : null;
}

/** Ends a run: the sync is free for the next one. Emits an event when a sync begins to fail, and when it works again. */
async function finish(ctx: BookingContext, sync: SyncRow, stopped: SyncStopped | null): Promise<void> {
  const now = ctx.clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const failures = stopped === null ? 0 : sync.failures + 1;
  const isLost = stopped?.trouble === "connection_lost" || stopped?.trouble === "missing_scope";
  // Exponential, and never shorter than the service asks for.
  const backoffMs = Math.min(2 ** Math.min(failures, 10) * 5_000, longestPauseMs);
  const pauseMs = Math.max(stopped?.retryAfterMs ?? 0, backoffMs);
  const status = stopped === null ? "active" : isLost ? "disconnected" : "failing";
  const changes = {
    status,
    failures,
    errorCode: stopped?.trouble ?? null,
    retryAt: stopped === null ? null : after(pauseMs),
    nextSyncAt: after(stopped === null ? pollMs : pauseMs),
    ...(stopped === null ? { lastSyncedAt: now.toISOString() } : {}),
    leaseUntil: null,
    updatedAt: now.toISOString(),
  } as const;
  await inTransaction(ctx, async (em) => {
    const [current] = await syncRows.findRows(em, "booking_calendar_syncs", "id = $1 FOR UPDATE", [sync.id]);
    if (!current || current.status === "ended") return;
    await syncRows.updateRow(em, "booking_calendar_syncs", sync.id, changes);
    const wasWell = current.status === "active";
    if (wasWell === (status === "active") && status !== "disconnected") return;
    const event = status === "active" ? "recovered" : "failed";
    const object = await presentSync(em, { ...current, ...changes });
    const { id: objectId, ownerId } = sync;
    const payload = { object, previous: null };
    await emitEvent(em, {
      type: `calendar_sync.${event}`,
      objectId,
      appId: "event-manager",
      ownerId,
      payload,
    });
  });
}

/** Syncs of all open accounts that are due, the longest ago first. */
export function findDueSyncs(ctx: BookingContext, limit = 500): Promise<{ id: string; ownerId: string }[]> {
  return asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `SELECT id, owner_id AS "ownerId" FROM booking_calendar_syncs
       WHERE status IN ('active', 'failing') AND ${ofOpenAccount()}
       AND (next_sync_at <= $1 OR (retry_at IS NULL OR retry_at <= $1)
         AND EXISTS (SELECT 1 FROM booking_calendar_copies c WHERE c.sync_id = booking_calendar_syncs.id AND c.is_due))
       ORDER BY next_sync_at LIMIT $2`,
      [ctx.clock.now(), limit],
    ),
  );
}

/** Enqueues the syncs that are due. */
export async function enqueueDueSyncs(ctx: BookingContext): Promise<void> {
  const due = await findDueSyncs(ctx);
  if (due.length === 0) return;
  await asSystem(ctx.em, async (em) => {
    for (const { id: syncId, ownerId } of due)
      await enqueue(em, syncQueue, { syncId, ownerId }, { singletonKey: syncId });
  });
}
