import { z } from "zod";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findRows } from "./waitlist.rows.ts";
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
      async (em) => {
        const where = "id = $1 AND hold_id = $2";
        const [entry] = await findRows(em, "booking_waitlist", where, [entryId, holdId]);
        const [hold] = await executeSql<OfferedHold>(
          em,
          `SELECT id, service_snapshot->>'name' AS "serviceName", local_start AS "localStart", timezone,
             lapses_at AS "expiresAt" FROM bookings WHERE id = $1`,
          [holdId],
        );
        return { entry, hold };
      },
      { readOnly: true },
    );
    const { entry, hold } = found;
    if (!entry || !hold || waitlistStateOf(entry, ctx.clock.now()) !== "offered") return;
    const messageId = `<${holdId}.offer@hub-platform>`;
    await ctx.ports.mail.send({ messageId, to: entry.clientEmail, ...textOfOffer(hold) });
  },
});

/** What the mail of an offer says. */
interface OfferedHold {
  id: string;
  serviceName: string;
  localStart: string;
  timezone: string;
  expiresAt: string;
}

/** Subject and text of an offer. The mail has no reply address, so the text names the ID of the hold. */
export function textOfOffer({ id, serviceName, localStart, timezone, expiresAt }: OfferedHold): {
  subject: string;
  text: string;
} {
  const { date, time } = wallClockOf(new Date(expiresAt).getTime(), timezone);
  const when = `${localStart.replace("T", " at ")} (${timezone})`;
  const lines = [
    "A time that you wait for is available. It is held for you for a while.",
    "",
    `Service: ${serviceName}`,
    `Time: ${when}`,
    `Held until: ${date} at ${time} (${timezone})`,
    `Offer ID: ${id}`,
    "",
    "To take it, contact the business before it expires and give the offer ID.",
  ];
  return { subject: `Available: ${serviceName}, ${when}`, text: `${lines.join("\n")}\n` };
}
