import { z } from "zod";
import { DomainError } from "../../../../src/errors.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { findDueReminders, sendDueReminder } from "./send-due-reminders.service.ts";

/** Every hour: sends the reminders that rules ask for on the current day of each account. */
export const sendDueRemindersJob = defineJob<z.ZodObject, JobContext>({
  name: "send-due-reminders",
  schema: z.object({}),
  schedule: { cron: "23 * * * *", payload: {} },
  handler: async (_payload, { context, log }) => {
    const due = await findDueReminders(context.contextIn("gateway") as InvoicingContext);
    for (const reminder of due) {
      const ctx = context.contextIn("gateway", reminder.ownerId) as InvoicingContext;
      await sendDueReminder(ctx, reminder).catch((err: unknown) => {
        // Paid or reminded in the meantime.
        if (err instanceof DomainError) return;
        log.error({ err, invoiceId: reminder.invoiceId }, "A reminder of a rule was not sent");
      });
    }
  },
});
