import { z } from "zod";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { renderCreditNotePdf } from "../credit-notes/credit-note-pdf.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { renderReceiptPdf } from "../payments-received/receipt-pdf.service.ts";
import { composeLetter } from "../../base/letter.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";

const payload = z.object({
  ownerId: z.string(),
  /** ID of the message, the same for every retry. */
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  locale: z.string(),
  button: z.object({ label: z.string(), url: z.string() }).nullish(),
  /** Document that is attached as a PDF. */
  document: z.object({ kind: z.enum(["credit_note", "receipt"]), id: z.string() }).nullish(),
});
type Payload = z.infer<typeof payload>;

/** E-mails a letter to a client, with the PDF of a credit note or a receipt where it is about one. A suspended or closed account sends nothing. */
export const sendDocumentMailJob = defineJob<typeof payload, JobContext>({
  name: "send-document-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async (mail, run) => {
    const { ownerId, mailId, to, subject } = mail;
    const ctx = run.context.contextIn("gateway", ownerId) as InvoicingContext;
    if (!(await inTransaction(ctx, (em) => isAccountOpen(em, ownerId)))) return;
    const message = { messageId: `<${mailId}@hub-platform>`, to, subject, ...(await compose(ctx, mail)) };
    const outcome = await ctx.ports.mail.send(message);
    if (outcome === "refused") run.log.warn({ mailId }, "The mail server refused a document");
  },
});

async function compose(ctx: InvoicingContext, { ownerId, paragraphs, locale, button, document }: Payload) {
  const ofNow = { ownerId, sellerProfileId: null, isIssued: false };
  const seller = await inTransaction(ctx, (em) => sellerOf(em, ctx, ofNow), { readOnly: true });
  const letter = composeLetter({ locale, seller, paragraphs, button: button ?? null });
  if (!document) return letter;
  const { id } = document;
  const { filename, contentType, content } =
    document.kind === "receipt"
      ? await renderReceiptPdf(ctx, { paymentId: id, locale })
      : await renderCreditNotePdf(ctx, { creditNoteId: id, locale });
  const file = { filename, contentType, content: Buffer.from(content, "base64") };
  return { ...letter, attachments: [file, ...letter.attachments] };
}
