import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { BookingContext } from "../booking.context.ts";
import type { SyncRow } from "./calendar-sync.rows.ts";
import { mergeCopy } from "./merge-copy.service.ts";
import { readAgain } from "./push-copies.service.ts";

/** Services make links within seconds. Later than this, there will be none. */
const waitMs = 15 * 60_000;
const batch = 20;

/** Asks for the links that a calendar still owes. Links that take too long have failed. */
export async function askForVideos(ctx: BookingContext, sync: SyncRow, signal?: AbortSignal): Promise<void> {
  const pending = await inTransaction(
    ctx,
    (em) =>
      executeSql<{ bookingId: string; eventId: string; isLate: boolean }>(
        em,
        `SELECT b.id AS "bookingId", c.event_id AS "eventId", b.updated_at < $3 AS "isLate"
         FROM bookings b JOIN booking_calendar_copies c ON c.booking_id = b.id AND c.sync_id = $1
         WHERE b.provider_id = $2 AND b.video_status = 'pending' AND c.event_id IS NOT NULL AND NOT c.is_due
         ORDER BY b.updated_at LIMIT ${batch}`,
        [sync.id, sync.providerId, new Date(ctx.clock.now().getTime() - waitMs)],
      ),
    { readOnly: true },
  );
  for (const { bookingId, eventId, isLate } of pending) {
    signal?.throwIfAborted();
    const seen = await readAgain(ctx, sync, eventId);
    const isOwed = seen.video === null || seen.video.status === "pending";
    const video = isOwed && isLate ? ({ status: "failed" } as const) : seen.video;
    await mergeCopy(ctx, sync, bookingId, { ...seen, video });
  }
}
