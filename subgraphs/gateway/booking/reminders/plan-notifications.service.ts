import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import type { BookingChannel } from "./reminders.types.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";

const videoWaitMs = 3 * 60_000;

/** Where a message goes. */
interface Recipient {
  channel: BookingChannel;
  recipient: string | null;
}

/** A customer's phone number as E.164; null without a country code, since a guessed one would reach somebody else. */
export function phoneOf(phone: string | null): string | null {
  return phone !== null && /^\s*(\+|00)/.test(phone) ? toE164(phone.trim().replace(/^00/, "+")) : null;
}

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
  const rowOf = (
    what: string,
    text: string | null,
    scheduleKey: string | null,
    dueAt: Date,
    { channel, recipient }: Recipient = { channel: "email", recipient: booking.clientEmail },
  ) => {
    const { id: bookingId, ownerId } = booking;
    return [newId("ntf"), ownerId, bookingId, what, channel, recipient, text, scheduleKey, dueAt, now];
  };
  // A confirmation waits for the link of its video call, but not long.
  const isEarly = kind === "confirmation" && booking.videoStatus === "pending";
  const dueAt = isEarly ? new Date(now.getTime() + videoWaitMs) : now;
  const rows = kind === null ? [] : [rowOf(kind, message, null, dueAt)];
  if (booking.status === "confirmed") {
    for (const { key, template, offset, channel, phone } of await wantedReminders(em, booking)) {
      const remindAt = new Date(booking.startsAt.getTime() - offset * 60_000);
      if (remindAt.getTime() > now.getTime()) {
        const number = channel === "email" ? null : phoneOf(phone);
        const recipient = number === null ? undefined : { channel, recipient: number };
        rows.push(rowOf("reminder", template, key, remindAt, recipient));
      }
    }
  }
  await insertRows(em, target, rows);
}

/** Makes queued messages about a booking's state due now. Returns whether there are any. */
export async function hastenNotices(em: EntityManager, bookingId: string, now: Date): Promise<boolean> {
  const waiting = await executeSql(
    em,
    `UPDATE booking_notifications SET due_at = least(due_at, $2) WHERE booking_id = $1 AND status = 'queued'
     AND kind IN ('confirmation', 'change') RETURNING 1`,
    [bookingId, now],
  );
  return waiting.length > 0;
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
  { ownerId, serviceId, customerId }: BookingEntity,
): Promise<
  { key: string; template: string; offset: number; channel: BookingChannel; phone: string | null }[]
> {
  return executeSql(
    em,
    `SELECT id || ' ' || one AS key, template, one AS offset, channel,
       (SELECT phone FROM booking_customers WHERE id = $3) AS phone
     FROM booking_reminder_schedules, unnest(offsets_minutes) AS one
     WHERE owner_id = $1 AND (service_id IS NULL OR service_id = $2)`,
    [ownerId, serviceId, customerId],
  );
}
