import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { recordBookingChange } from "../booking-history/record-booking-change.service.ts";
import { enqueueCalendarSyncs } from "../calendar-syncs/enqueue-syncs.service.ts";
import type { BookingEntity } from "./booking.entity.ts";
import { presentBooking } from "./present-booking.ts";

/** Booking changes that emit an event. */
export type BookingEvent =
  | "created"
  | "confirmed"
  | "declined"
  | "rescheduled"
  | "cancelled"
  | "checked_in"
  | "completed"
  | "no_show";

/** Records an event of a booking, and its history, in the open transaction, with the booking as it is now. */
export async function emitBookingEvent(
  em: EntityManager,
  ctx: GatewayContext,
  event: BookingEvent,
  booking: BookingEntity,
): Promise<void> {
  const { id: objectId, appId, ownerId } = booking;
  const now = ctx.clock.now();
  const payload = { object: presentBooking(booking, now), previous: null };
  await Promise.all([
    emitEvent(em, { type: `booking.${event}`, objectId, appId, ownerId, payload }),
    recordBookingChange(em, booking, event, now),
    enqueueCalendarSyncs(em, booking),
  ]);
}
