import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { receivingContacts } from "./clients.service.ts";
import { recordHistory } from "../invoice-history/record-change.service.ts";
import { InvoiceEntity } from "./invoice.entity.ts";
import type { MailAttachment } from "../../../../src/mail/bulk-mail.port.ts";
import type { MailMessage, MailOutcome } from "../../../../src/mail/mail.port.ts";
import { mailedFiles } from "../invoice-files/invoice-files.rows.ts";
import { invoicePdf, type PrintedInvoice } from "../documents/invoice-pdf.ts";
import { printedInvoice } from "../documents/printed-invoice.service.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { composeLetter } from "../../base/letter.ts";

const words = z.object({
  /** Recipients instead of the client. */
  to: z.array(z.string()).optional(),
  subject: z.string().optional(),
  /** Text placed before the standard text. */
  message: z.string().optional(),
  /** Makes it a reminder, with the text of this template unless there is a message. */
  reminder: z.enum(["upcoming", "standard", "friendly", "firm", "final"]).optional(),
});
const payload = words.extend({
  invoiceId: z.string(),
  ownerId: z.string(),
  /** ID of a message after the first one of its invoice. */
  mailId: z.string().optional(),
});

/** Overrides of the standard message. */
export type MailWords = z.infer<typeof words>;
const retry = { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 };

/**
 * E-mails an issued invoice, with its PDF and once: an accepted message is not sent again. A refusal, the last failed retry, or an account
 * that was suspended or closed in the meantime sets `delivery: failed`, keeps the invoice issued and emits an event.
 */
export const sendInvoiceMailJob = defineJob<typeof payload, JobContext>({
  name: "send-invoice-mail",
  schema: payload,
  retry,
  concurrency: 2,
  handler: async ({ invoiceId, ownerId, mailId = invoiceId, ...own }, run) => {
    const ctx = run.context.contextIn("gateway", ownerId) as InvoicingContext;
    const found = await inTransaction(ctx, async (em) => {
      const invoice = await em.findOne(InvoiceEntity, { id: invoiceId, delivery: "queued" });
      if (!invoice) return null;
      const contacts = await receivingContacts(em, invoice.clientId);
      const printed = await printedInvoice(em, ctx, invoice);
      const files = await mailedFiles(em, invoiceId);
      return { printed, files, contacts, isOpen: await isAccountOpen(em, ownerId) };
    });
    if (!found) return;
    if (!found.isOpen) return recordDelivery(ctx, invoiceId, "refused");
    const isLastTry = run.attempt > retry.limit;
    const message = await compose(found, mailId, own);
    const outcome = await ctx.ports.mail.send(message).catch((error: unknown): MailOutcome => {
      if (!isLastTry) throw error;
      return "refused";
    });
    await recordDelivery(ctx, invoiceId, outcome);
  },
});

interface FoundInvoice {
  printed: PrintedInvoice;
  files: readonly MailAttachment[];
  contacts: readonly string[];
}

async function compose(
  { printed, files, contacts }: FoundInvoice,
  mailId: string,
  own: MailWords,
): Promise<MailMessage> {
  const { number, total, currency, dueDate, paymentLink, client, seller } = printed;
  const locale = documentLocale(null, seller.locale, printed.clientLanguage);
  const texts = wordsOf(locale);
  const formats = formatsOf(locale);
  const values = { number: number ?? "", total: formats.coded(total, currency) };
  const { reminder } = own;
  const letter = composeLetter({
    locale,
    seller,
    paragraphs: [
      fill(texts.mailHello, { name: client.name }),
      own.message ?? (reminder && texts[reminderTexts[reminder]]),
      fill(texts.mailInvoiceTotal, values),
      dueDate === null ? null : fill(texts.mailDue, { date: formats.date(dueDate)! }),
    ],
    button: { label: texts.mailView, url: paymentLink },
  });
  const pdf = await invoicePdf(printed, locale);
  const usual = reminder ? fill(texts.mailReminderSubject, values) : `${texts.invoice} ${number}`;
  return {
    ...letter,
    messageId: `<${mailId}@hub-platform>`,
    to: (own.to ?? recipients(client.email, contacts)).join(", "),
    subject: own.subject ?? usual,
    attachments: [
      { filename: `${number}.pdf`, contentType: "application/pdf", content: pdf },
      ...files,
      ...letter.attachments,
    ],
  };
}

/** Texts of reminders by their template. */
const reminderTexts = {
  upcoming: "reminderUpcoming",
  standard: "reminderStandard",
  friendly: "reminderFriendly",
  firm: "reminderFirm",
  final: "reminderFinal",
} as const;

/** The client's own address and its receiving contacts, each once. */
function recipients(email: string | null, contacts: readonly string[]): string[] {
  return [...new Set([...(email === null ? [] : [email]), ...contacts])];
}

async function recordDelivery(ctx: InvoicingContext, invoiceId: string, outcome: MailOutcome): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const invoice = await em.findOneOrFail(InvoiceEntity, { id: invoiceId });
    invoice.delivery = outcome === "accepted" ? "sent" : "failed";
    if (outcome === "accepted") return;
    const at = ctx.clock.now();
    await recordHistory(em, invoice, { type: "delivery_failed", at, after: { delivery: "failed" } });
    await emitEvent(em, {
      type: "invoice.delivery_failed",
      objectId: invoice.id,
      appId: invoice.appId,
      ownerId: invoice.ownerId,
      payload: { invoiceId: invoice.id, number: invoice.number },
    });
  });
}
