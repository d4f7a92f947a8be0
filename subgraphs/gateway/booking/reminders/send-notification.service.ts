import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { MailOutcome } from "../../../../src/mail/mail.port.ts";
import { sharedNotesOn } from "../booking-history/record-booking-change.service.ts";
import { createManageLink } from "../booking-pages/manage-links.service.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { bookingStateOf } from "../bookings/booking-states.ts";
import type { BookingContext } from "../booking.context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { letterSenderOf } from "../../base/letter-sender.rows.ts";
import { mailLocaleOf } from "../mail-words/mail-locale.rows.ts";
import { composeNotification, phoneText } from "./notification-text.ts";
import { BookingNotificationEntity } from "./notification.entity.ts";

const maxTries = 5;
const retryMs = 5 * 60_000;

/** Messages of all open accounts whose time has come, the longest waiting first. Those of others wait. */
export async function findDueNotifications(
  ctx: GatewayContext,
  limit = 200,
): Promise<{ id: string; ownerId: string }[]> {
  return asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `SELECT id, owner_id AS "ownerId" FROM booking_notifications
       WHERE status = 'queued' AND due_at <= $1 AND ${ofOpenAccount()} ORDER BY due_at LIMIT $2`,
      [ctx.clock.now(), limit],
    ),
  );
}

/**
 * Sends a due message at most once. It is claimed and committed before the mail server is contacted: a process that
 * crashes in between leaves it `sending`, and it is not sent again. Temporary failures are retried until the booking
 * starts.
 */
export async function sendNotification(ctx: BookingContext, notificationId: string): Promise<void> {
  const claimed = await claim(ctx, notificationId);
  if (!claimed) return;
  const { notification, booking, facts } = claimed;
  const { id, recipient: to, channel } = notification;
  const handOver = () => {
    if (channel !== "email") {
      const body = phoneText(notification, booking, { ...facts, channel });
      return ctx.ports.phoneNotices.send(ctx, { channel, to, body, key: `booking-${id}` });
    }
    const mail = composeNotification(notification, booking, facts);
    return ctx.ports.mail.send({ messageId: `<${id}@hub-platform>`, to, ...mail });
  };
  const outcome = await handOver().catch((): MailOutcome | "later" => "later");
  await settle(ctx, notification, outcome);
}

async function claim(ctx: BookingContext, id: string) {
  return inTransaction(ctx, async (em) => {
    const now = ctx.clock.now();
    const [row] = await executeSql<{ id: string }>(
      em,
      `UPDATE booking_notifications SET status = 'sending', attempts = attempts + 1
       WHERE id = $1 AND status = 'queued' AND due_at <= $2 AND ${ofOpenAccount()} RETURNING id`,
      [id, now],
    );
    if (!row) return null;
    const notification = await em.findOneOrFail(BookingNotificationEntity, { id });
    const booking = await em.findOneOrFail(BookingEntity, { id: notification.bookingId });
    if (notification.kind === "reminder" && !isAhead(booking, now)) {
      notification.status = "dropped";
      return null;
    }
    const facts = {
      locale: await mailLocaleOf(em, { ownerId: booking.ownerId, email: booking.clientEmail }),
      seller: await letterSenderOf(em, booking.ownerId),
      sharedNotes: await sharedNotesOn(em, booking.id),
      manageUrl: await createManageLink(em, ctx, booking),
      now,
    };
    return { notification, booking, facts };
  });
}

async function settle(
  ctx: GatewayContext,
  { id, attempts, dueAt }: BookingNotificationEntity,
  outcome: MailOutcome | "later",
): Promise<void> {
  const now = ctx.clock.now();
  const goesOn = outcome === "later" && attempts < maxTries;
  const status = outcome === "accepted" ? "sent" : goesOn ? "queued" : "failed";
  await inTransaction(ctx, (em) =>
    executeSql(em, "UPDATE booking_notifications SET status = $2, sent_at = $3, due_at = $4 WHERE id = $1", [
      id,
      status,
      status === "sent" ? now : null,
      goesOn ? new Date(now.getTime() + retryMs * attempts) : dueAt,
    ]),
  );
}

function isAhead(booking: BookingEntity, now: Date): boolean {
  const state = bookingStateOf(booking, now);
  return (state === "confirmed" || state === "pending") && booking.startsAt.getTime() > now.getTime();
}
