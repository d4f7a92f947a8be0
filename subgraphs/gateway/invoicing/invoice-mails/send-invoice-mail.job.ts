import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob, type JobRun } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { receivingContactsOf } from "../invoices/clients.service.ts";
import { failDelivery } from "./fail-delivery.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { MailAttachment } from "../../../../src/mail/bulk-mail.port.ts";
import type { MailMessage, MailOutcome } from "../../../../src/mail/mail.port.ts";
import { mailedFiles } from "../invoice-files/invoice-files.rows.ts";
import { invoicePdf, type PrintedInvoice } from "../documents/invoice-pdf.ts";
import { printedInvoices } from "../documents/printed-invoice.service.ts";
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
  handler: ({ invoiceId, ownerId, mailId = invoiceId, ...own }, run) =>
    sendMails(run, ownerId, [{ invoiceId, mailId, own }]),
});

const mailsPayload = z.object({ ownerId: z.string(), invoiceIds: z.array(z.string()) });

/**
 * E-mails invoices that were issued together, each as `send-invoice-mail` does its first message. A retry sends those that were
 * not accepted.
 */
export const sendInvoiceMailsJob = defineJob<typeof mailsPayload, JobContext>({
  name: "send-invoice-mails",
  schema: mailsPayload,
  retry,
  concurrency: 2,
  expireInSeconds: 900,
  handler: ({ ownerId, invoiceIds }, run) =>
    sendMails(
      run,
      ownerId,
      invoiceIds.map((invoiceId) => ({ invoiceId, mailId: invoiceId, own: {} })),
    ),
});

/** A message about an invoice. */
interface InvoiceMail {
  invoiceId: string;
  mailId: string;
  own: MailWords;
}

/** Sends one message after the other, and records each outcome as it is known. Throws the first failure after the last message. */
async function sendMails(
  run: JobRun<JobContext>,
  ownerId: string,
  mails: readonly InvoiceMail[],
): Promise<void> {
  const ctx = run.context.contextIn("gateway", ownerId) as InvoicingContext;
  const ids = mails.map(({ invoiceId }) => invoiceId);
  const { isOpen, found } = await inTransaction(ctx, (em) => findQueued(em, ctx, ids));
  const isLastTry = run.attempt > retry.limit;
  const failures: unknown[] = [];
  for (const { invoiceId, mailId, own } of mails) {
    const queued = found.get(invoiceId);
    if (!queued) continue;
    const outcome = isOpen
      ? await ctx.ports.mail
          .send(await compose(queued, mailId, own))
          .catch((error: unknown): MailOutcome | null => {
            if (isLastTry) return "refused";
            failures.push(error);
            return null;
          })
      : "refused";
    if (outcome !== null) await recordDelivery(ctx, invoiceId, outcome);
  }
  if (failures.length > 0) throw failures[0];
}

/** The invoices whose mail is queued, with all that it shows, by ID. */
async function findQueued(
  em: EntityManager,
  ctx: InvoicingContext,
  ids: readonly string[],
): Promise<{ isOpen: boolean; found: Map<string, FoundInvoice> }> {
  const rows = await em.find(InvoiceEntity, { id: { $in: [...ids] }, delivery: "queued" });
  if (rows.length === 0) return { isOpen: true, found: new Map() };
  const contacts = await receivingContactsOf(
    em,
    rows.map(({ clientId }) => clientId),
  );
  const printed = await printedInvoices(em, ctx, rows);
  const files = await mailedFiles(em, ids);
  const found = rows.map(({ id, clientId }, index): [string, FoundInvoice] => [
    id,
    { printed: printed[index]!, files: files.get(id) ?? [], contacts: contacts.get(clientId) ?? [] },
  ]);
  return { isOpen: await isAccountOpen(em, ownerOf(ctx)), found: new Map(found) };
}

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
  if (outcome === "accepted") {
    await inTransaction(ctx, (em) => em.nativeUpdate(InvoiceEntity, { id: invoiceId }, { delivery: "sent" }));
    return;
  }
  await inTransaction(ctx, async (em) => {
    const invoice = await em.findOneOrFail(InvoiceEntity, { id: invoiceId });
    await failDelivery(em, invoice, { at: ctx.clock.now() });
  });
}
