import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";

const payload = z.object({
  ownerId: z.string(),
  /** ID of the message, the same for every retry. */
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});

/** E-mails a credit note or a receipt. A suspended or closed account sends nothing. */
export const sendDocumentMailJob = defineJob<typeof payload, JobContext>({
  name: "send-document-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async ({ ownerId, mailId, to, subject, text }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as InvoicingContext;
    if (!(await inTransaction(ctx, (em) => isAccountOpen(em, ownerId)))) return;
    const outcome = await ctx.ports.mail.send({ messageId: `<${mailId}@hub-platform>`, to, subject, text });
    if (outcome === "refused") run.log.warn({ mailId }, "The mail server refused a document");
  },
});
