import { z } from "zod";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { toMajor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { letterSenderOf } from "../../base/letter-sender.rows.ts";
import { mailLocaleOf } from "../mail-words/mail-locale.rows.ts";
import { refundMail, type RefundToTell } from "./refund-mail.ts";

const payload = z.object({ ownerId: z.string(), refundId: z.string() });

/** Notifies a payer that money goes back. Retries use the same message ID. */
export const sendRefundMailJob = defineJob<typeof payload, JobContext>({
  name: "send-booking-refund-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async ({ ownerId, refundId }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    const found = await inTransaction(
      ctx,
      async (em) => {
        const refund = await findRefund(em, refundId);
        if (refund === null) return null;
        const locale = await mailLocaleOf(em, { ownerId, email: refund.email });
        return { refund: { ...refund, locale }, seller: await letterSenderOf(em, ownerId) };
      },
      { readOnly: true },
    );
    if (found === null) return;
    const { refund, seller } = found;
    const messageId = `<${refundId}@hub-platform>`;
    await ctx.ports.mail.send({ messageId, to: refund.email, ...refundMail(refund, seller) });
  },
});

type Refund = Omit<RefundToTell, "locale"> & { email: string };
type Found = Omit<Refund, "amount"> & { amountMinor: number };

async function findRefund(em: Parameters<typeof executeSql>[0], refundId: string): Promise<Refund | null> {
  const [row] = await executeSql<Found>(
    em,
    `SELECT coalesce(b.client_email, g.email) AS email, coalesce(b.service_snapshot->>'name', e.title) AS title,
       r.amount_minor::float8 AS "amountMinor", c.currency, r.reason = 'late' AS "isLate"
     FROM booking_charge_refunds r JOIN booking_charges c ON c.id = r.charge_id
     LEFT JOIN bookings b ON b.id = c.booking_id
     LEFT JOIN event_registrations g ON g.id = c.registration_id LEFT JOIN ticketed_events e ON e.id = g.event_id
     WHERE r.id = $1 AND r.status <> 'failed'`,
    [refundId],
  );
  return row ? { ...row, amount: toMajor(row.amountMinor, currencyDecimals(row.currency)) } : null;
}
