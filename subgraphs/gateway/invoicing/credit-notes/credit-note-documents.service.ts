import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { queueDocumentMail } from "../document-mails/queue-document-mail.service.ts";
import { pdfFile } from "../documents/document-file.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import { documentPdf, moneyText } from "../documents/document-pdf.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { visibleRows } from "../visible-rows.ts";
import { CreditNoteEntity } from "./credit-note.entity.ts";
import type { CreditNote, SendCreditNoteInput, SentCreditNote } from "./credit-notes.types.ts";
import { presentCreditNote } from "./read-credit-notes.service.ts";
import { lockCreditNote } from "./settle-credit-note.service.ts";

/** A credit note as a PDF of its stored amounts. Deterministic: same credit note, same bytes. Throws NOT_FOUND. */
export async function renderCreditNotePdf(
  ctx: InvoicingContext,
  creditNoteId: string,
): Promise<DocumentFile> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(CreditNoteEntity, { id: creditNoteId, ...visibleRows(ctx) });
    if (!row) throw notFound("credit note");
    return { note: await presentCreditNote(em, row), invoice: await invoiceOf(em, row) };
  };
  const { note, invoice } = await inTransaction(ctx, read, { readOnly: true });
  return { documentId: note.id, ...pdfFile(note.number, await printCreditNote(note, invoice)) };
}

/**
 * E-mails a credit note to its client, or to `to`. Each call is a new message. Throws NOT_FOUND, INVALID_STATE for a voided
 * one, and VALIDATION_ERROR without a recipient.
 */
export function sendCreditNote(ctx: InvoicingContext, input: SendCreditNoteInput): Promise<SentCreditNote> {
  return exactlyOnce(ctx, { operation: "sendCreditNote", input }, async (em) => {
    const row = await lockCreditNote(em, ctx, input.creditNoteId);
    const invoice = await invoiceOf(em, row);
    const { number, total, balance, currency, reason } = await presentCreditNote(em, row);
    const text = [
      `Hello ${invoice.clientName},`,
      `Credit note ${number} corrects invoice ${invoice.number} by ${total.toFixed(2)} ${currency}: ${reason}`,
      `Open credit: ${balance.toFixed(2)} ${currency}.`,
    ].join("\n\n");
    const to = input.to ?? invoice.clientEmail;
    await queueDocumentMail(em, {
      ownerId: row.ownerId,
      to,
      subject: `Credit note ${number}`,
      text: `${text}\n`,
    });
    return { creditNoteId: row.id, sent: true };
  });
}

function invoiceOf(em: EntityManager, { invoiceId }: CreditNoteEntity): Promise<InvoiceEntity> {
  return em.findOneOrFail(InvoiceEntity, { id: invoiceId });
}

function printCreditNote(note: CreditNote, invoice: InvoiceEntity): Promise<Buffer> {
  const { currency, number, status, voidReason } = note;
  const money = (amount: number) => moneyText(amount, currency);
  const unlessZero = (label: string, amount: number): [string, string][] =>
    amount === 0 ? [] : [[label, money(-amount)]];
  return documentPdf({
    title: `Credit note ${number}`,
    mark: status === "voided" ? `VOIDED: ${voidReason ?? ""}` : " ",
    at: note.updatedAt,
    head: [
      ["Credited to", invoice.clientName],
      ["E-mail", invoice.clientEmail],
      ["Address", invoice.clientAddress],
      ["Invoice", invoice.number],
      ["Issued", note.issueDate],
      ["Reason", note.reason],
      ["Currency", currency],
    ],
    columns: null,
    rows: [],
    totals: [
      ["Subtotal", money(note.subtotal)],
      ...note.taxLines.map(({ rate, tax }): [string, string] => [`Tax ${rate} %`, money(tax)]),
      ["Total", money(note.total)],
      ...unlessZero("Applied", note.applied),
      ...unlessZero("Refunded", note.refunded),
      ["Open credit", money(note.balance)],
    ],
    strong: ["Total", "Open credit"],
    texts: [],
  });
}
