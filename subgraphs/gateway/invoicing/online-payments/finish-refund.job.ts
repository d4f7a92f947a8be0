import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { finishRefund } from "./processor-refund.service.ts";

const payload = z.object({
  ownerId: z.string(),
  refundId: z.string(),
  paymentId: z.string(),
  onlinePaymentId: z.string(),
  processorAccountId: z.string(),
  paymentIntentId: z.string(),
  amount: z.number(),
  currency: z.string(),
  returnsFee: z.boolean().default(false),
});

/** Finishes a refund that a crash or an error of the processor has left. The processor sees one refund. */
export const finishRefundJob = defineJob<typeof payload, JobContext>({
  name: "finish-refund",
  schema: payload,
  retry: { limit: 20, delaySeconds: 30, maxDelaySeconds: 3_600 },
  handler: ({ ownerId, ...started }, { context }) =>
    finishRefund(context.contextIn("gateway", ownerId) as InvoicingContext, started),
});
