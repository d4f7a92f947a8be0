import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { MailMessage, MailOutcome } from "../../../../src/mail/mail.port.ts";
import { presentQuotation } from "./present-quotation.ts";
import { QuotationEntity } from "./quotation.entity.ts";

const payload = z.object({
  quotationId: z.string(),
  ownerId: z.string(),
  /** ID of the message, the same for every retry. */
  mailId: z.string(),
  /** Recipient instead of the client. */
  to: z.string().optional(),
});
const retry = { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 };

/** E-mails a quotation with the link to answer it. A refusal, the last failed retry, or a suspended or closed account sets `delivery: failed`. */
export const sendQuotationMailJob = defineJob<typeof payload, JobContext>({
  name: "send-quotation-mail",
  schema: payload,
  retry,
  concurrency: 2,
  handler: async ({ quotationId, ownerId, mailId, to }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as InvoicingContext;
    const found = await inTransaction(ctx, async (em) => {
      const queued = await em.findOne(QuotationEntity, { id: quotationId, delivery: "queued" });
      return queued && { queued, isOpen: await isAccountOpen(em, ownerId) };
    });
    if (!found) return;
    const isLastTry = run.attempt > retry.limit;
    const message = { ...compose(ctx, found.queued), messageId: `<${mailId}@hub-platform>` };
    const send = () =>
      ctx.ports.mail
        .send(to === undefined ? message : { ...message, to })
        .catch((error: unknown): MailOutcome => {
          if (!isLastTry) throw error;
          return "refused";
        });
    const outcome = found.isOpen ? await send() : "refused";
    await inTransaction(ctx, async (em) => {
      const quotation = await em.findOneOrFail(QuotationEntity, { id: quotationId });
      quotation.delivery = outcome === "accepted" ? "sent" : "failed";
    });
  },
});

function compose(ctx: InvoicingContext, quotation: QuotationEntity): Omit<MailMessage, "messageId"> {
  const { number, total, currency, validUntil, portalLink, client } = presentQuotation(ctx, quotation, null);
  return {
    to: client.email ?? "",
    subject: `Quotation ${number}, valid until ${validUntil}`,
    text: `Hello ${client.name},\n\nYou received quotation ${number} for ${total.toFixed(2)} ${currency}. It is valid until ${validUntil}.\nView, accept or decline it here:\n${portalLink}\n`,
  };
}
