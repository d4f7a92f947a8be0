import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { chargeInvoiceJob } from "./charge-invoice.job.ts";
import { selectDueCharges } from "./saved-method.rows.ts";

/** Every ten minutes: enqueues the charges of saved methods that are due, and those that a crash has left. */
export const chargeDueInvoicesJob = defineJob<z.ZodObject, JobContext>({
  name: "charge-due-invoices",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *", payload: {} },
  handler: async (_payload, { context }) => {
    const ctx = context.contextIn("gateway") as InvoicingContext;
    await asSystem(ctx.em, async (em) => {
      for (const { id, ownerId } of await selectDueCharges(em, ctx.clock.now(), 500))
        await enqueue(em, chargeInvoiceJob, { ownerId, autoChargeId: id }, { singletonKey: id });
    });
  },
});
