import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { bookingStateOf, bookingTransitions } from "../bookings/booking-states.ts";
import { findBooking } from "../bookings/read-bookings.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { BookingNotificationEntity } from "./notification.entity.ts";
import type * as types from "./reminders.types.ts";
import { phoneOf } from "./plan-notifications.service.ts";
import { sendBookingMailJob } from "./send-booking-mail.job.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Sends a reminder immediately, once per idempotency key. Throws NOT_FOUND, INVALID_STATE for an inactive booking, and
 * BUSINESS_RULE for one that has started, and for a customer without a phone number.
 */
export function sendReminder(
  ctx: GatewayContext,
  input: types.SendReminderInput,
): Promise<types.BookingNotification> {
  return exactlyOnce(ctx, { operation: "sendReminder", input }, async (em) => {
    const now = ctx.clock.now();
    const booking = await findBooking(em, ctx, input.bookingId);
    const state = bookingStateOf(booking, now);
    if (state !== "confirmed" && state !== "pending")
      throw invalidState("booking", state, bookingTransitions[state]);
    if (booking.startsAt.getTime() <= now.getTime())
      throw businessRule("before_start", "The booking has already started. Send reminders before the start.");
    const recipient =
      input.channel === "email" ? booking.clientEmail! : await phoneOfCustomer(em, booking.customerId);
    const notification = Object.assign(new BookingNotificationEntity(), {
      id: newId("ntf"),
      ownerId: booking.ownerId,
      bookingId: booking.id,
      kind: "reminder",
      channel: input.channel,
      recipient,
      message: input.message ?? null,
      status: "queued",
      scheduleKey: null,
      dueAt: now,
      attempts: 0,
      sentAt: null,
      createdAt: now,
    } satisfies BookingNotificationEntity);
    await em.persist(notification).flush();
    await enqueue(em, sendBookingMailJob, { notificationId: notification.id, ownerId: booking.ownerId });
    return presentNotification(notification);
  });
}

async function phoneOfCustomer(em: EntityManager, customerId: string | null): Promise<string> {
  const sql = "SELECT phone FROM booking_customers WHERE id = $1";
  const [customer] = await executeSql<{ phone: string | null }>(em, sql, [customerId]);
  const number = phoneOf(customer?.phone ?? null);
  if (number !== null) return number;
  throw businessRule(
    "no_phone",
    "The customer has no phone number with country code. Add one to the customer, or use email.",
  );
}

/** Creates a schedule of automatic reminders. Throws NOT_FOUND for the service. */
export function createReminderSchedule(
  ctx: GatewayContext,
  input: types.CreateReminderScheduleInput,
): Promise<types.ReminderSchedule> {
  return exactlyOnce(ctx, { operation: "createReminderSchedule", input }, async (em) => {
    const { serviceId = null, channel, template } = input;
    const offsetsMinutes = [...new Set(input.offsetsMinutes)].sort((a, b) => b - a);
    const [id, ownerId, createdAt] = [newId("rms"), ownerOf(ctx), ctx.clock.now()];
    const [made] = await executeSql(
      em,
      `INSERT INTO booking_reminder_schedules (id, owner_id, service_id, offsets_minutes, channel, template, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7
       WHERE $3::text IS NULL OR EXISTS (SELECT 1 FROM booking_services WHERE id = $3 AND owner_id = $2)
       RETURNING 1`,
      [id, ownerId, serviceId, offsetsMinutes, channel, template, createdAt],
    );
    if (!made) throw notFound("service");
    return { id, serviceId, offsetsMinutes, channel, template, createdAt };
  });
}

/** Messages sent or planned to customers, newest first. */
export function listNotifications(
  ctx: GatewayContext,
  { limit, after, bookingId, from, to }: types.BookingNotificationsArgs,
): Promise<types.BookingNotificationPage> {
  const read = async (em: EntityManager) => {
    const filter = {
      ownerId: ownerOf(ctx),
      ...(bookingId ? { bookingId } : {}),
      ...(from || to ? { createdAt: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } } : {}),
    } as FilterQuery<BookingNotificationEntity>;
    const list = ["booking notifications", bookingId, from?.toISOString(), to?.toISOString()] as const;
    const { rows, ...page } = await readPage(em, ctx, BookingNotificationEntity, {
      filter,
      list,
      limit,
      after,
    });
    return { notifications: rows.map(presentNotification), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function presentNotification(row: BookingNotificationEntity): types.BookingNotification {
  const { id, bookingId, kind, channel, recipient, status, dueAt, sentAt, createdAt } = row;
  return { id, bookingId, kind, channel, recipient, status, dueAt, sentAt, createdAt };
}
