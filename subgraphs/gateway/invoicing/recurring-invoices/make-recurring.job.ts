import { z } from "zod";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { findDueRecurring, makeOccurrence } from "./make-occurrences.service.ts";

/** Every five minutes: creates all due recurring invoices. A failure does not affect the others. */
export const makeRecurringInvoicesJob = defineJob<z.ZodObject, JobContext>({
  name: "make-recurring-invoices",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *", payload: {} },
  handler: async (_payload, { context, log }) => {
    for (const { id, ownerId } of await findDueRecurring(context.contextIn("gateway") as InvoicingContext)) {
      await makeOccurrence(context.contextIn("gateway", ownerId) as InvoicingContext, id).catch(
        (err: unknown) => log.error({ err, recurringId: id }, "An invoice of a recurring one was not made"),
      );
    }
  },
});
