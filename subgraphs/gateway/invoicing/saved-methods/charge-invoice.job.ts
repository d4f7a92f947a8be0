import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { chargeInvoice } from "./charge-invoice.service.ts";

const payload = z.object({ ownerId: z.string(), autoChargeId: z.string() });

/** Charges a saved method for an invoice, when its attempt is due. Idempotent. */
export const chargeInvoiceJob = defineJob<typeof payload, JobContext>({
  name: "charge-invoice",
  schema: payload,
  retry: { limit: 10, delaySeconds: 30, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: ({ ownerId, autoChargeId }, { context }) =>
    chargeInvoice(
      (id) => context.contextIn("gateway", id ?? null) as InvoicingContext,
      ownerId,
      autoChargeId,
    ),
});
