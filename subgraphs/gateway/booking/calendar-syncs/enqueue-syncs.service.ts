import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import { syncQueue } from "./calendar-sync.queue.ts";

/** Enqueues the calendars that have a booking, or are to have it, in the open transaction. They run as soon as it commits. */
export async function enqueueCalendarSyncs(
  em: EntityManager,
  { id, ownerId, providerId }: Pick<BookingEntity, "id" | "ownerId" | "providerId">,
): Promise<void> {
  const syncs = await executeSql<{ id: string }>(
    em,
    `SELECT id FROM booking_calendar_syncs WHERE status IN ('active', 'failing')
     AND (provider_id = $1 OR id IN (SELECT sync_id FROM booking_calendar_copies WHERE booking_id = $2))`,
    [providerId, id],
  );
  for (const { id: syncId } of syncs)
    await enqueue(em, syncQueue, { syncId, ownerId }, { singletonKey: syncId });
}
