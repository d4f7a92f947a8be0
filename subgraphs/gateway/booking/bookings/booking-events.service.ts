import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
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

/** Records an event of a booking in the open transaction, with the booking as it is now. */
export async function emitBookingEvent(
  em: EntityManager,
  ctx: GatewayContext,
  event: BookingEvent,
  booking: BookingEntity,
): Promise<void> {
  const { id: objectId, appId, ownerId } = booking;
  const payload = { object: presentBooking(booking, ctx.clock.now()), previous: null };
  await emitEvent(em, { type: `booking.${event}`, objectId, appId, ownerId, payload });
}
