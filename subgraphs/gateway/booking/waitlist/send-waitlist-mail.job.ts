import { z } from "zod";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { composeLetter, type ComposedLetter, type LetterSender } from "../../base/letter.ts";
import { letterSenderOf } from "../../base/letter-sender.rows.ts";
import { mailLocaleOf } from "../mail-words/mail-locale.rows.ts";
import { fillIn, mailText } from "../mail-words/mail-text.ts";
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
          `SELECT id, service_snapshot->>'name' AS "serviceName", starts_at AS "startsAt", timezone,
             lapses_at AS "expiresAt" FROM bookings WHERE id = $1`,
          [holdId],
        );
        const locale = await mailLocaleOf(em, { ownerId, email: entry?.clientEmail ?? null });
        return { entry, hold, locale, seller: await letterSenderOf(em, ownerId) };
      },
      { readOnly: true },
    );
    const { entry, hold, locale, seller } = found;
    if (!entry || !hold || waitlistStateOf(entry, ctx.clock.now()) !== "offered") return;
    const messageId = `<${holdId}.offer@hub-platform>`;
    await ctx.ports.mail.send({
      messageId,
      to: entry.clientEmail,
      ...composeOffer(hold, { locale, seller }),
    });
  },
});

/** What the mail of an offer says. */
interface OfferedHold {
  id: string;
  serviceName: string;
  startsAt: string;
  timezone: string;
  expiresAt: string;
}

/** The mail of an offer, in the customer's language. It names the ID of the hold, with which the business books it. */
export function composeOffer(
  { id, serviceName, startsAt, timezone, expiresAt }: OfferedHold,
  { locale, seller }: { locale: string; seller: LetterSender },
): ComposedLetter & { subject: string } {
  const { words, when } = mailText(locale);
  const time = when(new Date(startsAt), timezone);
  const facts = [
    `${words.service}: ${serviceName}`,
    `${words.time}: ${time}`,
    `${words.heldUntil}: ${when(new Date(expiresAt), timezone)}`,
    `${words.offerId}: ${id}`,
  ];
  const paragraphs = [words.offer, facts.join("\n"), words.takeOffer];
  const subject = fillIn(words.subject, { what: words.available, service: serviceName, when: time });
  return { ...composeLetter({ locale, seller, paragraphs }), subject };
}
