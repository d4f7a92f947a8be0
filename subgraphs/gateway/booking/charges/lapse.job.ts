import { LockMode } from "@mikro-orm/core";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { lapseRegistration } from "../ticketed-events/paid-registrations.service.ts";
import { offerCancelledSlot } from "../waitlist/offer-freed-slot.service.ts";
import { enqueueLapse, lapse } from "./lapse.service.ts";
import { settleCharges } from "./settle-charges.service.ts";

/**
 * Frees the time or seats of what was not paid or confirmed in time, and pays back what was paid. Planned again while a bank
 * decides. Idempotent.
 */
export const lapseJob = defineJob<typeof lapse.schema, JobContext>({
  name: lapse.name,
  schema: lapse.schema,
  retry: { limit: 10, delaySeconds: 10, maxDelaySeconds: 600 },
  concurrency: 2,
  handler: async ({ ownerId, bookingId, registrationId }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    if (bookingId !== undefined) await lapseBooking(ctx, bookingId);
    if (registrationId !== undefined) await lapseRegistration(ctx, registrationId);
  },
});

/** Ends a pending booking whose time has passed; a no-op for any other. */
function lapseBooking(ctx: GatewayContext, id: string): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const booking = await em.findOne(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const now = ctx.clock.now();
    if (!booking || booking.lapsesAt === null) return;
    const { ownerId, lapsesAt, status } = booking;
    if (status === "pending" && lapsesAt > now) return enqueueLapse(em, { ownerId, bookingId: id }, lapsesAt);
    // Another request for the time may have marked it as expired before.
    if (status !== "pending" && status !== "expired") return;
    if (status === "pending") {
      Object.assign(booking, { status: "expired", version: booking.version + 1, updatedAt: now });
      await em.flush();
      await offerCancelledSlot(em, booking);
    }
    await settleCharges(em, ctx, { bookingId: id }, { keepMinor: 0, reason: "cancelled" });
  });
}
