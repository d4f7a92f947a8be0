import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";

const target = {
  into: "booking_notifications",
  columns: [
    "id",
    "owner_id",
    "booking_id",
    "kind",
    "channel",
    "recipient",
    "message",
    "schedule_key",
    "due_at",
    "created_at",
  ],
  after: "ON CONFLICT DO NOTHING",
};

/**
 * Queues, in the open transaction, a message about the booking's current state (unless `kind` is null) and the
 * scheduled reminders that are still in the future.
 */
export async function planNotifications(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
  kind: "confirmation" | "change" | null,
  message: string | null = null,
): Promise<void> {
  const now = ctx.clock.now();
  const rowOf = (what: string, text: string | null, scheduleKey: string | null, dueAt: Date) => {
    const { id: bookingId, ownerId, clientEmail } = booking;
    return [newId("ntf"), ownerId, bookingId, what, "email", clientEmail, text, scheduleKey, dueAt, now];
  };
  const rows = kind === null ? [] : [rowOf(kind, message, null, now)];
  if (booking.status === "confirmed") {
    for (const { key, template, offset } of await wantedReminders(em, booking)) {
      const dueAt = new Date(booking.startsAt.getTime() - offset * 60_000);
      if (dueAt.getTime() > now.getTime()) rows.push(rowOf("reminder", template, key, dueAt));
    }
  }
  await insertRows(em, target, rows);
}

/** Removes a booking's queued reminders and drops its outdated messages. */
export async function dropNotifications(em: EntityManager, bookingId: string): Promise<void> {
  // Scheduled ones are deleted, so that they can be planned again for the same time.
  await executeSql(
    em,
    `WITH planned AS (DELETE FROM booking_notifications
       WHERE booking_id = $1 AND status = 'queued' AND schedule_key IS NOT NULL)
     UPDATE booking_notifications SET status = 'dropped'
     WHERE booking_id = $1 AND status = 'queued' AND schedule_key IS NULL`,
    [bookingId],
  );
}

function wantedReminders(
  em: EntityManager,
  { ownerId, serviceId }: BookingEntity,
): Promise<{ key: string; template: string; offset: number }[]> {
  return executeSql(
    em,
    `SELECT id || ' ' || one AS key, template, one AS offset
     FROM booking_reminder_schedules, unnest(offsets_minutes) AS one
     WHERE owner_id = $1 AND (service_id IS NULL OR service_id = $2)`,
    [ownerId, serviceId],
  );
}
