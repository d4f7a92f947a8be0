import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { queueDocumentMail } from "../document-mails/queue-document-mail.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import type { SendCreditNoteInput, SentCreditNote } from "./credit-notes.types.ts";
import { presentCreditNote } from "./read-credit-notes.service.ts";
import { lockCreditNote } from "./settle-credit-note.service.ts";

/**
 * E-mails a credit note to its client, or to `to`. Each call is a new message. Throws NOT_FOUND, INVALID_STATE for a voided
 * one, and VALIDATION_ERROR without a recipient.
 */
export function sendCreditNote(ctx: InvoicingContext, input: SendCreditNoteInput): Promise<SentCreditNote> {
  return exactlyOnce(ctx, { operation: "sendCreditNote", input }, async (em) => {
    const row = await lockCreditNote(em, ctx, input.creditNoteId);
    const invoice = await em.findOneOrFail(InvoiceEntity, { id: row.invoiceId });
    const note = await presentCreditNote(em, row);
    const { number, total, balance, currency, reason } = note;
    const { ownerId, sellerProfileId, clientId } = row;
    const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: true });
    const locale = documentLocale(null, seller.locale, (await printedClientOf(em, clientId)).language);
    const words = wordsOf(locale);
    const formats = formatsOf(locale);
    const values = { number, invoice: invoice.number ?? "", total: formats.coded(total, currency), reason };
    await queueDocumentMail(em, {
      ownerId,
      to: input.to ?? invoice.clientEmail,
      subject: `${words.creditNote} ${number}`,
      paragraphs: [
        fill(words.mailHello, { name: invoice.clientName }),
        fill(words.mailCreditNote, values),
        fill(words.mailOpenCredit, { amount: formats.coded(balance, currency) }),
      ],
      locale,
      document: { kind: "credit_note", id: row.id },
    });
    return { creditNoteId: row.id, sent: true };
  });
}
