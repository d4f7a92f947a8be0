import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { announceOverdueInvoices } from "../invoices/announce-overdue.service.ts";
import { announceExpiredQuotations } from "./announce-expiry.service.ts";

/** Every five minutes: emits events for overdue invoices and expired quotations. */
export const announceLapsedJob = defineJob<z.ZodObject, JobContext>({
  name: "announce-lapsed-documents",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *", payload: {} },
  handler: async (_payload, { context, signal }) => {
    const ctx = context.contextIn("gateway") as InvoicingContext;
    while (!signal.aborted && (await announceOverdueInvoices(ctx)) > 0);
    while (!signal.aborted && (await announceExpiredQuotations(ctx)) > 0);
  },
});
