import { z } from "zod";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { processorIdOf } from "../../base/payments/payment-account.rows.ts";
import type { PaymentContext } from "../../base/payments/payment.context.ts";
import { syncOnlinePaymentJob } from "../../base/payments/sync-online-payment.job.ts";
import { findRows } from "./charge.rows.ts";

const payload = z.object({ ownerId: z.string(), chargeIds: z.array(z.string()) });

/** Closes pages at the processor on which nothing is to be paid any more. Money that was paid meanwhile is read, and goes back. */
export const closeCheckoutsJob = defineJob<typeof payload, JobContext>({
  name: "close-booking-checkouts",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 600 },
  concurrency: 2,
  handler: async ({ ownerId, chargeIds }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as PaymentContext;
    const open = await inTransaction(
      ctx,
      async (em) => {
        const where = "id = ANY ($1) AND session_id IS NOT NULL AND status IN ('open', 'failed')";
        const rows = await findRows(em, "booking_charges", where, [chargeIds]);
        const found = [];
        for (const { sessionId, paymentAccountId } of rows)
          found.push({ sessionId: sessionId!, accountId: (await processorIdOf(em, paymentAccountId))! });
        return found;
      },
      { readOnly: true },
    );
    for (const { sessionId, accountId: processorAccountId } of open) {
      await ctx.ports.processor.expireCheckout(processorAccountId, sessionId);
      const payment = { processorAccountId, sessionId, paymentIntentId: null };
      await enqueue(ctx.em, syncOnlinePaymentJob, payment, { singletonKey: sessionId });
    }
  },
});
