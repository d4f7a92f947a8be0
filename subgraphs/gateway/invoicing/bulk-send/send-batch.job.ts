import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { sendBatch } from "./send-batch.service.ts";

const payload = z.object({ batchId: z.string(), ownerId: z.string() });

/** Works through a batch of invoices. A run that follows a killed one continues with the pending invoices. */
export const sendInvoiceBatchJob = defineJob<typeof payload, JobContext>({
  name: "send-invoice-batch",
  schema: payload,
  concurrency: 2,
  handler: ({ batchId, ownerId }, run) =>
    sendBatch(run.context.contextIn("gateway", ownerId) as InvoicingContext, batchId),
});
