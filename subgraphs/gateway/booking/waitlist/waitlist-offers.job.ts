import { z } from "zod";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { deleteHold } from "../bookings/holds.service.ts";
import { changeEntry, lockEntry } from "./waitlist-entries.service.ts";
import { offerToNext } from "./waitlist-offers.service.ts";
import { waitlistStateOf } from "./waitlist-states.ts";

const freed = z.object({
  ownerId: z.string(),
  serviceId: z.string(),
  providerId: z.string(),
  start: z.number(),
  end: z.number(),
  ttlMinutes: z.number(),
});

/**
 * Offers a slot that became free to the customer who has waited longest for it. A second run finds the slot held by the
 * first.
 */
export const offerFreedSlotJob = defineJob<typeof freed, JobContext>({
  name: "offer-freed-slot",
  schema: freed,
  handler: async ({ ownerId, ttlMinutes, ...slot }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    await inTransaction(ctx, (em) => offerToNext(em, ctx, slot, ttlMinutes));
  },
});

/** Every minute: ends expired offers and offers their slots to the next in line. One that fails does not affect the others. */
export const lapseWaitlistOffersJob = defineJob<z.ZodObject, JobContext>({
  name: "lapse-waitlist-offers",
  schema: z.object({}),
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context, log, signal }) => {
    for (const { id, ownerId } of await findExpiredOffers(context.contextIn("gateway") as GatewayContext)) {
      if (signal.aborted) return;
      await lapseOffer(context.contextIn("gateway", ownerId) as GatewayContext, id).catch((err: unknown) =>
        log.error({ err, entryId: id }, "An expired waitlist offer was not ended"),
      );
    }
  },
});

/** Entries of all open accounts whose offer has expired, the longest ago first. */
function findExpiredOffers(ctx: GatewayContext, limit = 200): Promise<{ id: string; ownerId: string }[]> {
  return asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `SELECT id, owner_id AS "ownerId" FROM booking_waitlist
       WHERE status = 'offered' AND offer_expires_at <= $1 AND ${ofOpenAccount()}
       ORDER BY offer_expires_at LIMIT $2`,
      [ctx.clock.now(), limit],
    ),
  );
}

/** Ends an expired offer and offers its slot to the next in line. Does nothing when the offer is no longer open. */
export function lapseOffer(ctx: GatewayContext, entryId: string): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const entry = await lockEntry(em, ctx, entryId);
    if (entry?.status !== "offered" || waitlistStateOf(entry, ctx.clock.now()) !== "lapsed") return;
    await deleteHold(em, ctx, entry.holdId!);
    await changeEntry(em, ctx, entry, { status: "lapsed" }, "lapsed");
    const { serviceId, offeredProviderId, offerStartsAt, offerEndsAt, offerTtlMinutes } = entry;
    const slot = {
      serviceId,
      providerId: offeredProviderId!,
      start: Date.parse(offerStartsAt!),
      end: Date.parse(offerEndsAt!),
    };
    await offerToNext(em, ctx, slot, offerTtlMinutes!);
  });
}
