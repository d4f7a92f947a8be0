import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { PaymentContext } from "./payment.context.ts";
import { syncOnlinePayment } from "./sync-online-payment.service.ts";

const payload = z.object({
  processorAccountId: z.string(),
  paymentIntentId: z.string().nullable(),
  sessionId: z.string().nullable(),
});

/** Reads a payment at the processor after an event about it, and applies what has changed. Idempotent. */
export const syncOnlinePaymentJob = defineJob<typeof payload, JobContext>({
  name: "sync-online-payment",
  schema: payload,
  retry: { limit: 15, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: (about, { context }) =>
    syncOnlinePayment((ownerId) => context.contextIn("gateway", ownerId ?? null) as PaymentContext, about),
});
