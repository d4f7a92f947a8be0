import { inTransaction } from "../../../../src/db/transaction.ts";
import type { CalendarOutcome, RemoteEvent } from "../../../../src/calendars/remote-calendar.ts";
import type { BookingContext } from "../booking.context.ts";
import { findCopies, keyOf, type SyncRow } from "./calendar-sync.rows.ts";
import { mergeCopy, type SeenEvent, type WantedEvent } from "./merge-copy.service.ts";
import { seenEvent } from "./remote-times.ts";
import { SyncStopped } from "./sync-stopped.ts";

const batch = 100;
/** How often one event is tried in a run while it changes at the service. */
const maxTries = 4;

/**
 * Brings bookings that have changed into the calendar. A lost response is no loss: the event is found by its key, and the merge
 * knows what was sent. Throws SyncStopped when the service cannot go on.
 */
export async function pushCopies(ctx: BookingContext, sync: SyncRow, signal?: AbortSignal): Promise<void> {
  for (let last = ""; ;) {
    const where = `is_due AND booking_id > $2 ORDER BY booking_id LIMIT ${batch}`;
    const due = await inTransaction(ctx, (em) => findCopies(em, sync.id, where, [last]), { readOnly: true });
    for (const { bookingId } of due) {
      signal?.throwIfAborted();
      await pushCopy(ctx, sync, bookingId);
    }
    if (due.length < batch) return;
    last = due.at(-1)!.bookingId;
  }
}

async function pushCopy(ctx: BookingContext, sync: SyncRow, bookingId: string): Promise<void> {
  let seen: SeenEvent | null = null;
  for (let tries = 0; tries < maxTries; tries++) {
    const wanted = await mergeCopy(ctx, sync, bookingId, seen);
    if (wanted === null) return;
    seen = await write(ctx, sync, wanted);
  }
}

/** Writes or deletes an event. Returns how it is in the calendar afterwards. */
async function write(ctx: BookingContext, sync: SyncRow, { copy, booking }: WantedEvent): Promise<SeenEvent> {
  const { connectionId, calendarId } = sync;
  const { eventId, etag } = copy;
  if (booking === null) {
    if (eventId === null) return gone;
    const argument = { calendarId, eventId, etag };
    const { outcome } = await ctx.ports.connectedCalendars.send(ctx, {
      connectionId,
      action: "delete_event",
      argument,
    });
    if (outcome.kind === "found") return gone;
    return outcome.kind === "changed" ? readAgain(ctx, sync, eventId) : stop(outcome);
  }
  const event = {
    key: keyOf(copy),
    title: booking.serviceName,
    description: `Booking ID: ${booking.id}`,
    startsAt: new Date(booking.times.start).toISOString(),
    endsAt: new Date(booking.times.end).toISOString(),
    wantsVideo: booking.wantsVideo,
  };
  const { outcome } =
    eventId === null
      ? await ctx.ports.connectedCalendars.send(ctx, {
          connectionId,
          action: "create_event",
          argument: { calendarId, event },
        })
      : await ctx.ports.connectedCalendars.send(ctx, {
          connectionId,
          action: "update_event",
          argument: { calendarId, eventId, etag, event },
        });
  if (outcome.kind === "found") {
    const seen = withVideo(seenEvent(outcome.value, sync), booking.wantsVideo);
    return eventId === null && seen.isGone ? { ...seen, existed: true } : seen;
  }
  if (eventId === null && outcome.kind === "changed") return { ...gone, existed: true };
  if (eventId !== null && outcome.kind === "not_found") return gone;
  if (eventId !== null && outcome.kind === "changed") return readAgain(ctx, sync, eventId);
  return stop(outcome);
}

/** A service that was asked for a video call and has none makes none. */
function withVideo(seen: SeenEvent, isAsked: boolean): SeenEvent {
  return isAsked && !seen.isGone && seen.video === null ? { ...seen, video: { status: "failed" } } : seen;
}

const gone: SeenEvent = {
  eventId: null,
  etag: null,
  outside: null,
  title: null,
  isGone: true,
  video: null,
};

/** How one event is now. */
export async function readAgain(ctx: BookingContext, sync: SyncRow, eventId: string): Promise<SeenEvent> {
  const { connectionId, calendarId } = sync;
  const { outcome } = await ctx.ports.connectedCalendars.send(ctx, {
    connectionId,
    action: "read_event",
    argument: { calendarId, eventId },
  });
  if (outcome.kind === "found") return seenEvent(outcome.value, sync);
  return outcome.kind === "not_found" ? gone : stop(outcome);
}

function stop(outcome: CalendarOutcome<RemoteEvent | null>): never {
  if (outcome.kind === "later") throw new SyncStopped("busy", outcome.retryAfterMs);
  const { kind } = outcome;
  if (kind === "connection_lost" || kind === "missing_scope") throw new SyncStopped(kind);
  throw new SyncStopped(kind === "not_found" ? "calendar_not_found" : "refused");
}
