import type { EntityManager } from "@mikro-orm/postgresql";
import { LockMode } from "@mikro-orm/core";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import type { BookingContext } from "../booking.context.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { applyChange, cancelLocked } from "../bookings/change-booking.service.ts";
import { closeConflict, presentConflict } from "./calendar-conflicts.rows.ts";
import { findCopies, saveCopy, syncRows, type ConflictRow } from "./calendar-sync.rows.ts";
import type * as types from "./calendar-sync.types.ts";
import { enqueueSync, lockSync } from "./calendar-syncs.service.ts";
import { followEvent } from "./merge-copy.service.ts";

/** The account's conflicts, newest first. */
export function listCalendarConflicts(
  ctx: BookingContext,
  { syncId = null, openOnly, limit, after }: types.CalendarConflictsArgs,
): Promise<types.CalendarConflictPage> {
  const read = async (em: EntityManager) => {
    const query = {
      where: "($2::text IS NULL OR sync_id = $2) AND (NOT $3::boolean OR resolved_at IS NULL)",
      values: [syncId, openOnly],
      list: ["calendar conflicts", syncId, openOnly] as const,
      limit,
      after,
    };
    const { rows, ...page } = await syncRows.pageRows(em, ctx, "booking_calendar_conflicts", query);
    return { conflicts: rows.map(presentConflict), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Decides a conflict. `booking` keeps the booking, and its event gets the booking's time again; an overlap stays. `calendar` moves
 * or cancels the booking as in the calendar; an overlapped booking is cancelled by the provider. Throws NOT_FOUND, INVALID_STATE
 * for a decided one, and what moving or cancelling a booking throws.
 */
export function resolveCalendarConflict(
  ctx: BookingContext,
  input: types.ResolveCalendarConflictInput,
): Promise<types.CalendarConflict> {
  return exactlyOnce(ctx, { operation: "resolveCalendarConflict", input }, async (em) => {
    const found = await syncRows.findOwn(em, "booking_calendar_conflicts", {
      ownerId: ownerOf(ctx),
      id: input.conflictId,
    });
    if (!found) throw notFound("calendar conflict");
    // The order of locks is that of a merge: booking, copy, conflict.
    const booking = await em.findOneOrFail(
      BookingEntity,
      { id: found.bookingId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const [copy] = await findCopies(em, found.syncId, "booking_id = $2 FOR UPDATE", [found.bookingId]);
    const conflict = (await syncRows.findOwn(em, "booking_calendar_conflicts", {
      ownerId: found.ownerId,
      id: found.id,
      lock: true,
    }))!;
    if (conflict.resolution !== null) throw invalidState("calendar conflict", conflict.resolution, ["open"]);
    if (input.keep === "booking") {
      // The event as it is counts as agreed: now only the booking differs from that.
      if (conflict.kind !== "overlap" && copy)
        await saveCopy(em, { ...copy, base: copy.outside, sent: null, isDue: true });
      return close(em, ctx, conflict, "keep_booking");
    }
    const closed = await close(em, ctx, conflict, "keep_calendar");
    if (conflict.kind !== "overlap") await followEvent(em, ctx, conflict.syncId, conflict.bookingId);
    else
      await applyChange(em, ctx, booking, (change) =>
        cancelLocked(ctx, change, {
          cancelledBy: "provider",
          waiveFee: true,
          reason: "The time is taken in the connected calendar.",
        }),
      );
    return closed;
  });
}

async function close(
  em: EntityManager,
  ctx: BookingContext,
  conflict: ConflictRow,
  resolution: types.ConflictResolution,
): Promise<types.CalendarConflict> {
  const closed = await closeConflict(em, conflict, resolution, ctx.clock.now());
  const sync = await lockSync(em, ctx, conflict.syncId);
  await enqueueSync(em, sync);
  return presentConflict(closed);
}
