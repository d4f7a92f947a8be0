import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { syncOnlinePaymentJob } from "../../base/payments/sync-online-payment.job.ts";
import { claimUnfinished, expireUnopened } from "./charge.rows.ts";

/** A payment whose bank takes days is read this often. */
const againAfterMs = 6 * 3_600_000;

/** Every ten minutes: reads charges whose page has closed and that no event has finished. */
export const checkChargesJob = defineJob<z.ZodObject, JobContext>({
  name: "check-booking-charges",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("gateway") as GatewayContext;
    const now = ctx.clock.now();
    const until = new Date(now.getTime() + againAfterMs);
    await asSystem(ctx.em, async (em) => {
      await expireUnopened(em, now);
      for (const payment of await claimUnfinished(em, { now, until, limit: 200 })) {
        const singletonKey = payment.paymentIntentId ?? payment.sessionId!;
        await enqueue(em, syncOnlinePaymentJob, payment, { singletonKey });
      }
    });
  },
});
