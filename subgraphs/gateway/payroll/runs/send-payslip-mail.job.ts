import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { openPayslipLink } from "./payslip-link.rows.ts";

const payload = z.object({
  ownerId: z.string(),
  payslipId: z.string(),
  /** ID of the message, the same for every retry. */
  mailId: z.string(),
});

/** E-mails an employee a link to a payslip. Each attempt has a link of its own; a suspended or closed account sends nothing. */
export const sendPayslipMailJob = defineJob<typeof payload, JobContext>({
  name: "send-payslip-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async ({ ownerId, payslipId, mailId }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as GatewayContext;
    if (!(await inTransaction(ctx, (em) => isAccountOpen(em, ownerId)))) return;
    const { to, firstName, employer, replyTo, payDate, url, expiresAt } = await openPayslipLink(
      ctx,
      payslipId,
    );
    const from = employer === null ? "" : ` from ${employer}`;
    const outcome = await ctx.ports.mail.send({
      messageId: `<${mailId}@hub-platform>`,
      to,
      replyTo,
      subject: `Your payslip of ${payDate}`,
      text: [
        `Hello ${firstName},`,
        `Your payslip${from} with the pay date ${payDate} is ready:`,
        url,
        `The link works until ${expiresAt.toISOString().slice(0, 10)}. It opens the payslip without a sign-in, so do not forward this message.\n`,
      ].join("\n\n"),
    });
    if (outcome === "refused") run.log.warn({ mailId }, "The mail server refused a payslip");
  },
});
