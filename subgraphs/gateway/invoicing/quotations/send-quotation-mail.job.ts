import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { MailMessage, MailOutcome } from "../../../../src/mail/mail.port.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { composeLetter } from "../../base/letter.ts";
import type { Seller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { printQuotation } from "./quotation-pdf.service.ts";
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

/**
 * E-mails a quotation with the link to answer it. A refusal, the last failed retry, or a suspended or closed account sets
 * `delivery: failed`.
 */
export const sendQuotationMailJob = defineJob<typeof payload, JobContext>({
  name: "send-quotation-mail",
  schema: payload,
  retry,
  concurrency: 2,
  handler: async ({ quotationId, ownerId, mailId, to }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as InvoicingContext;
    const found = await inTransaction(ctx, async (em) => {
      const queued = await em.findOne(QuotationEntity, { id: quotationId, delivery: "queued" });
      if (!queued) return null;
      const { sellerProfileId } = queued;
      const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: true });
      const { language } = await printedClientOf(em, queued.clientId);
      return { queued, seller, language, isOpen: await isAccountOpen(em, ownerId) };
    });
    if (!found) return;
    const isLastTry = run.attempt > retry.limit;
    const composed = await compose(ctx, found);
    const message = { ...composed, messageId: `<${mailId}@hub-platform>` };
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

interface FoundQuotation {
  queued: QuotationEntity;
  seller: Seller;
  /** Language of the client. */
  language: string | null;
}

async function compose(
  ctx: InvoicingContext,
  { queued: row, seller, language }: FoundQuotation,
): Promise<Omit<MailMessage, "messageId">> {
  const quotation = presentQuotation(ctx, row, null);
  const { number, total, currency, validUntil, portalLink, client } = quotation;
  const locale = documentLocale(null, seller.locale, language);
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const date = formats.date(validUntil)!;
  const values = { number, total: formats.coded(total, currency), date };
  const letter = composeLetter({
    locale,
    seller,
    paragraphs: [
      fill(words.mailHello, { name: client.name }),
      `${fill(words.mailQuotation, values)} ${words.mailQuotationAttached}`,
    ],
    button: { label: words.mailViewQuotation, url: portalLink },
  });
  const pdf = await printQuotation(quotation, seller, locale);
  const file = { filename: `${number}.pdf`, contentType: "application/pdf", content: pdf };
  return {
    ...letter,
    to: client.email ?? "",
    subject: fill(words.mailQuotationSubject, values),
    attachments: [file, ...letter.attachments],
  };
}
