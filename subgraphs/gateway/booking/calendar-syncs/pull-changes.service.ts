import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { RemoteEvent } from "../../../../src/calendars/remote-calendar.ts";
import type { BookingContext } from "../booking.context.ts";
import { findCopies, keyOf, syncRows, type Copy, type SyncRow } from "./calendar-sync.rows.ts";
import { mergeCopy } from "./merge-copy.service.ts";
import { readAgain } from "./push-copies.service.ts";
import { timesOfEvent } from "./remote-times.ts";
import { SyncStopped } from "./sync-stopped.ts";

const dayMs = 86_400_000;
/** Agendas of the last month show busy times; no booking begins later than two years from now. */
const [daysBack, daysAhead] = [31, 732];
/** The window moves on when everything is read again. */
const rereadAfterMs = 7 * dayMs;
const maxPages = 500;

/**
 * Reads what has changed in the calendar and takes it over: busy times of events, and changes of the platform's own events. Reads
 * everything at first, once a week, and when the service has forgotten the cursor. Returns the sync with its new cursor.
 */
export async function pullChanges(
  ctx: BookingContext,
  sync: SyncRow,
  signal?: AbortSignal,
): Promise<SyncRow> {
  const now = ctx.clock.now().getTime();
  const isOld = sync.fullSyncedAt === null || now - Date.parse(sync.fullSyncedAt) > rereadAfterMs;
  if (sync.cursor !== null && !isOld) {
    const read = await readPages(ctx, sync, signal);
    if (read !== null) return save(ctx, sync, { cursor: read.cursor });
  }
  const windowFrom = new Date(now - daysBack * dayMs).toISOString();
  const windowUntil = new Date(now + daysAhead * dayMs).toISOString();
  const whole = { ...sync, cursor: null, windowFrom, windowUntil };
  const read = await readPages(ctx, whole, signal);
  if (read === null) throw new SyncStopped("refused");
  // The cursor begins after everything that was read: it counts only once what is missing there was looked for, too.
  await forgetMissing(ctx, whole, read.seenIds);
  const fullSyncedAt = new Date(now).toISOString();
  return save(ctx, sync, { cursor: read.cursor, windowFrom, windowUntil, fullSyncedAt });
}

async function save(ctx: BookingContext, sync: SyncRow, changes: Partial<SyncRow>): Promise<SyncRow> {
  await inTransaction(ctx, (em) => syncRows.updateRow(em, "booking_calendar_syncs", sync.id, changes));
  return { ...sync, ...changes };
}

/** Reads all pages after the cursor. Null when the cursor has expired, or the changes are too many for one run. */
async function readPages(
  ctx: BookingContext,
  sync: SyncRow,
  signal?: AbortSignal,
): Promise<{ cursor: string; seenIds: Set<string> } | null> {
  const { connectionId, calendarId, windowFrom, windowUntil } = sync;
  const seenIds = new Set<string>();
  let cursor = sync.cursor;
  for (let page = 0; page < maxPages; page++) {
    signal?.throwIfAborted();
    const argument = { calendarId, cursor, from: windowFrom!, until: windowUntil! };
    const { outcome } = await ctx.ports.connectedCalendars.send(ctx, {
      connectionId,
      action: "list_changes",
      argument,
    });
    if (outcome.kind === "cursor_expired") return null;
    if (outcome.kind === "later") throw new SyncStopped("busy", outcome.retryAfterMs);
    if (outcome.kind === "connection_lost" || outcome.kind === "missing_scope")
      throw new SyncStopped(outcome.kind);
    if (outcome.kind !== "found")
      throw new SyncStopped(outcome.kind === "not_found" ? "calendar_not_found" : "refused");
    const { events, isLast } = outcome.value;
    for (const { id } of events) seenIds.add(id);
    await applyEvents(ctx, sync, events);
    cursor = outcome.value.cursor;
    if (isLast) return { cursor, seenIds };
  }
  return null;
}

/** Takes a page over. Safe to repeat: each event is compared with what is known. */
async function applyEvents(
  ctx: BookingContext,
  sync: SyncRow,
  events: readonly RemoteEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const copies = await copiesOf(ctx, sync, events);
  const foreign = new Map<string, RemoteEvent>();
  for (const event of events) {
    const copy = copies.get(event.id);
    if (copy === undefined) {
      // Events of other syncs, and old ones of this one, are the platform's own: they block nothing.
      if (event.ownKey === null || !isOwnKey(event.ownKey)) foreign.set(event.id, newer(foreign, event));
      continue;
    }
    if (!event.isGone && event.etag !== null && event.etag === copy.etag) continue;
    // A list may be late, and says of a missing event only that it left the window: the event itself decides.
    await mergeCopy(ctx, sync, copy.bookingId, await readAgain(ctx, sync, event.id));
  }
  await inTransaction(ctx, (em) => blockTimes(em, ctx, sync, [...foreign.values()]));
}

/** The newer one of two versions of an event. */
function newer(known: ReadonlyMap<string, RemoteEvent>, event: RemoteEvent): RemoteEvent {
  const earlier = known.get(event.id);
  return (earlier?.updatedAt ?? "") > (event.updatedAt ?? "") ? earlier! : event;
}

const isOwnKey = (key: string) => /^csy_\w+\.bkg_\w+\.\d+$/.test(key);

/** Copies that the events are of: by their ID, or by their key where the response to their creation was lost. */
async function copiesOf(
  ctx: BookingContext,
  sync: SyncRow,
  events: readonly RemoteEvent[],
): Promise<Map<string, Copy>> {
  const ids = events.map(({ id }) => id);
  const ownPrefix = `${sync.id}.`;
  const keyed = events.filter((event) => !event.isGone && event.ownKey?.startsWith(ownPrefix));
  const bookingIds = keyed.map(({ ownKey }) => ownKey!.split(".")[1]!);
  const where = "(event_id = ANY ($2) OR event_id IS NULL AND booking_id = ANY ($3))";
  const found = await inTransaction(ctx, (em) => findCopies(em, sync.id, where, [ids, bookingIds]), {
    readOnly: true,
  });
  const byKey = new Map(found.map((copy) => [keyOf(copy), copy]));
  const byId = new Map(
    found.flatMap((copy) => (copy.eventId === null ? [] : [[copy.eventId, copy] as const])),
  );
  for (const { id, ownKey } of keyed) {
    const copy = byKey.get(ownKey!);
    if (copy?.eventId === null) byId.set(id, copy);
  }
  return byId;
}

/** Blocks the provider's time by events that take time, and frees that of all others. */
async function blockTimes(
  em: EntityManager,
  ctx: BookingContext,
  sync: SyncRow,
  events: readonly RemoteEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const [from, until] = [Date.parse(sync.windowFrom!), Date.parse(sync.windowUntil!)];
  const busy: object[] = [];
  const free: string[] = [];
  for (const event of events) {
    const times = event.isBusy ? timesOfEvent(event, sync.timezone) : null;
    if (times === null || times.end <= from || times.start >= until) free.push(event.id);
    else
      busy.push({
        id: newId("blk"),
        uid: event.id,
        start: new Date(times.start).toISOString(),
        end: new Date(times.end).toISOString(),
        title: event.title,
        updated: event.updatedAt,
      });
  }
  await executeSql(em, "DELETE FROM booking_blocked_times WHERE sync_id = $1 AND event_uid = ANY ($2)", [
    sync.id,
    free,
  ]);
  await executeSql(
    em,
    `INSERT INTO booking_blocked_times (id, owner_id, provider_id, starts_at, ends_at, reason, source, event_uid, sync_id, event_updated_at, created_at)
     SELECT e.id, $2, $3, e.start, e."end", e.title, $4, e.uid, $1, e.updated, $6
     FROM jsonb_to_recordset($5::jsonb)
       AS e(id text, uid text, start timestamptz, "end" timestamptz, title text, updated timestamptz)
     ON CONFLICT (sync_id, event_uid) WHERE sync_id IS NOT NULL
     DO UPDATE SET starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at, reason = EXCLUDED.reason,
       event_updated_at = EXCLUDED.event_updated_at
     WHERE booking_blocked_times.event_updated_at IS NULL OR EXCLUDED.event_updated_at IS NULL
       OR booking_blocked_times.event_updated_at <= EXCLUDED.event_updated_at`,
    [
      sync.id,
      sync.ownerId,
      sync.providerId,
      sync.calendarName.slice(0, 100) || sync.service,
      JSON.stringify(busy),
      ctx.clock.now(),
    ],
  );
}

/** After everything was read: frees the time of deleted events, and asks for own events that were not listed. */
async function forgetMissing(
  ctx: BookingContext,
  sync: SyncRow,
  seenIds: ReadonlySet<string>,
): Promise<void> {
  const ids = [...seenIds];
  await inTransaction(ctx, (em) =>
    executeSql(em, "DELETE FROM booking_blocked_times WHERE sync_id = $1 AND event_uid <> ALL ($2)", [
      sync.id,
      ids,
    ]),
  );
  const where = `event_id IS NOT NULL AND event_id <> ALL ($2) AND outside_starts_at < $4 AND outside_ends_at > $3`;
  const missing = await inTransaction(
    ctx,
    (em) => findCopies(em, sync.id, where, [ids, sync.windowFrom, sync.windowUntil]),
    { readOnly: true },
  );
  for (const { bookingId, eventId } of missing)
    await mergeCopy(ctx, sync, bookingId, await readAgain(ctx, sync, eventId!));
}
