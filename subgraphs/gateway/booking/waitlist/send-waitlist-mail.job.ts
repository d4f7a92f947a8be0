import { z } from "zod";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { WaitlistEntryEntity } from "./waitlist-entry.entity.ts";
import { waitlistStateOf } from "./waitlist-states.ts";

const payload = z.object({ entryId: z.string(), ownerId: z.string(), holdId: z.string() });

/** Emails a customer the slot that is held for them, unless the offer is over. Retries use the same message ID. */
export const sendWaitlistMailJob = defineJob<typeof payload, JobContext>({
  name: "send-waitlist-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 300 },
  concurrency: 2,
  handler: async ({ entryId, ownerId, holdId }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    const found = await inTransaction(
      ctx,
      async (em) => ({
        entry: await em.findOne(WaitlistEntryEntity, { id: entryId, holdId }),
        hold: await em.findOne(BookingEntity, { id: holdId }),
      }),
      { readOnly: true },
    );
    const { entry, hold } = found;
    if (!entry || !hold || waitlistStateOf(entry, ctx.clock.now()) !== "offered") return;
    const messageId = `<${holdId}.offer@hub-platform>`;
    await ctx.ports.mail.send({ messageId, to: entry.clientEmail, ...textOfOffer(hold) });
  },
});

/** Subject and text of an offer. The mail has no reply address, so the text names the ID of the hold. */
export function textOfOffer(
  hold: Pick<BookingEntity, "id" | "serviceSnapshot" | "localStart" | "timezone" | "lapsesAt">,
): { subject: string; text: string } {
  const { id, serviceSnapshot, localStart, timezone, lapsesAt } = hold;
  const { date, time } = wallClockOf(lapsesAt!.getTime(), timezone);
  const when = `${localStart.replace("T", " at ")} (${timezone})`;
  const lines = [
    "A time that you wait for is available. It is held for you for a while.",
    "",
    `Service: ${serviceSnapshot.name}`,
    `Time: ${when}`,
    `Held until: ${date} at ${time} (${timezone})`,
    `Offer ID: ${id}`,
    "",
    "To take it, contact the business before it expires and give the offer ID.",
  ];
  return { subject: `Available: ${serviceSnapshot.name}, ${when}`, text: `${lines.join("\n")}\n` };
}
