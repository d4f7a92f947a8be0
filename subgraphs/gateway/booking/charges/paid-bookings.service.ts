import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { bookingStateOf, approvalMs } from "../bookings/booking-states.ts";
import { emitBookingEvent } from "../bookings/booking-events.service.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { planNotifications } from "../reminders/plan-notifications.service.ts";
import { BookingServiceEntity } from "../setup/booking-service.entity.ts";
import { enqueueLapse } from "./lapse.service.ts";

/** A bank that confirms later than at once has this long. */
const bankMs = 7 * 86_400_000;

/** The booking of a payment, locked. */
export function lockPaidBooking(em: EntityManager, id: string): Promise<BookingEntity> {
  return em.findOneOrFail(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Takes the deposit of a locked booking: it is confirmed, or waits for the business where the service asks for that. One that has
 * expired and whose time nobody has taken yet still holds it. Returns false for a booking that is over.
 */
export async function payBooking(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
): Promise<boolean> {
  const now = ctx.clock.now();
  const { status, startsAt } = booking;
  if (status === "expired" || status === "cancelled" || status === "declined") return false;
  if (booking.depositDueMinor === null) return bookingStateOf(booking, now) !== "expired";
  if (startsAt <= now) return false;
  Object.assign(booking, { depositDueMinor: null, version: booking.version + 1, updatedAt: now });
  const service = await em.findOneOrFail(BookingServiceEntity, { id: booking.serviceId });
  if (service.requiresApproval) {
    booking.lapsesAt = new Date(now.getTime() + approvalMs);
    await enqueueLapse(em, { ownerId: booking.ownerId, bookingId: booking.id }, booking.lapsesAt);
  } else Object.assign(booking, { status: "confirmed", lapsesAt: null });
  await em.flush();
  await planNotifications(em, ctx, booking, "confirmation");
  if (!service.requiresApproval) await emitBookingEvent(em, ctx, "confirmed", booking);
  return true;
}

/** Keeps the time of a booking while a bank decides, at most until its start. */
export async function keepBookingLonger(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
): Promise<void> {
  const now = ctx.clock.now();
  if (bookingStateOf(booking, now) !== "pending" || booking.depositDueMinor === null) return;
  const until = new Date(Math.min(now.getTime() + bankMs, booking.startsAt.getTime()));
  if (booking.lapsesAt !== null && until <= booking.lapsesAt) return;
  Object.assign(booking, { lapsesAt: until, version: booking.version + 1, updatedAt: now });
  await em.flush();
}
