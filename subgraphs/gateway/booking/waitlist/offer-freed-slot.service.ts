import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import { offerFreedSlotJob } from "./waitlist-offers.job.ts";

/** How long a slot is offered that became free by a cancellation. */
const cancelledTtlMinutes = 60;

/** Offers the slot of a booking that is cancelled in the open transaction to the waitlist, once that is committed. */
export async function offerCancelledSlot(em: EntityManager, booking: BookingEntity): Promise<void> {
  const { ownerId, serviceId, providerId, startsAt, endsAt } = booking;
  const waiting = "SELECT 1 FROM booking_waitlist WHERE service_id = $1 AND status = 'waiting' LIMIT 1";
  if ((await executeSql(em, waiting, [serviceId])).length === 0) return;
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  const ttlMinutes = cancelledTtlMinutes;
  await enqueue(em, offerFreedSlotJob, { ownerId, serviceId, providerId, start, end, ttlMinutes });
}
