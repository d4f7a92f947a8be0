import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { HvutContext } from "../hvut.context.ts";
import { schedulePdf } from "./schedule-pdf.ts";
import { readSchedule } from "./schedule.service.ts";

const payload = z.object({
  ownerId: z.string(),
  filingId: z.string(),
  /** ID of the message, the same for every retry. */
  mailId: z.string(),
  to: z.string(),
});

/**
 * E-mails a stamped Schedule 1 as a PDF. A copy that a VIN correction has voided meanwhile is not sent, and a suspended or
 * closed account sends nothing.
 */
export const sendScheduleMailJob = defineJob<typeof payload, JobContext>({
  name: "send-schedule-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async ({ ownerId, filingId, mailId, to }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as HvutContext;
    if (!(await inTransaction(ctx, (em) => isAccountOpen(em, ownerId)))) return;
    const schedule = await readSchedule(ctx, filingId);
    if (schedule.status !== "stamped") return;
    const { filer, period, watermark, vehicles } = schedule;
    const years = `July ${period} to June ${period + 1}`;
    const outcome = await ctx.ports.mail.send({
      messageId: `<${mailId}@hub-platform>`,
      to,
      subject: `Schedule 1 (Form 2290) of ${filer}, ${years}`,
      text: [
        `Attached is the stamped Schedule 1 of Form 2290 of ${filer} for ${years}.`,
        `It lists ${vehicles.length === 1 ? "1 vehicle" : `${vehicles.length} vehicles`}. Stamp: ${watermark}.\n`,
      ].join("\n\n"),
      attachments: [
        {
          filename: `schedule-1-${period}-${filingId}.pdf`,
          contentType: "application/pdf",
          content: await schedulePdf(schedule),
        },
      ],
    });
    if (outcome === "refused") run.log.warn({ mailId }, "The mail server refused a Schedule 1");
  },
});
