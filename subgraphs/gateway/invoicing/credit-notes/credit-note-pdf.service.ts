import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { pdfFile, xmlFile } from "../documents/document-file.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import { electronicCreditNote } from "../electronic-documents/build-credit-note.ts";
import type { ElectronicResult } from "../electronic-documents/build-electronic.ts";
import { electronicXml } from "../electronic-documents/electronic-xml.ts";
import { facturX } from "../electronic-documents/factur-x.ts";
import { exemptionTexts, taxRows } from "../documents/invoice-pdf.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { documentPdf } from "../printing/document-pdf.ts";
import { wordsOf } from "../printing/document-words.ts";
import type { Seller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { CreditNoteEntity } from "./credit-note.entity.ts";
import type { CreditNote, CreditNotePdfArgs } from "./credit-notes.types.ts";
import { presentCreditNote } from "./read-credit-notes.service.ts";

/**
 * A credit note as a PDF or XML of its stored amounts. Deterministic: same credit note, same bytes. Throws NOT_FOUND, and for
 * XML BUSINESS_RULE `electronic_invoice` with what EN 16931 asks for and is missing.
 */
export async function renderCreditNotePdf(
  ctx: InvoicingContext,
  { creditNoteId, locale, format }: CreditNotePdfArgs,
): Promise<DocumentFile> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(CreditNoteEntity, { id: creditNoteId, ...visibleRows(ctx) });
    if (!row) throw notFound("credit note");
    return printedNote(em, ctx, row);
  };
  const printed = await inTransaction(ctx, read, { readOnly: true });
  const wanted = documentLocale(locale, printed.seller.locale, printed.language);
  const { id: documentId, number } = printed.note;
  if (format === "cii" || format === "ubl")
    return { documentId, ...xmlFile(number, electronicXml(electronicOf(printed, wanted), format)) };
  return { documentId, ...pdfFile(number, await printCreditNote(printed, wanted)) };
}

async function printedNote(
  em: EntityManager,
  ctx: InvoicingContext,
  row: CreditNoteEntity,
): Promise<PrintedCreditNote> {
  const { ownerId, sellerProfileId } = row;
  const invoice = await invoiceOf(em, row);
  return {
    row,
    note: await presentCreditNote(em, row),
    invoice,
    lines: await em.find(InvoiceLineEntity, { invoiceId: invoice.id }, { orderBy: { position: "asc" } }),
    seller: await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: true }),
    language: (await printedClientOf(em, row.clientId)).language,
  };
}

function electronicOf(
  { row, note, invoice, lines, seller }: PrintedCreditNote,
  locale: string,
): ElectronicResult {
  if (note.status === "voided") return { missing: ["the credit note is voided"] };
  const { clientTaxId: taxId, clientCountry: country } = invoice;
  const source = { invoice, lines, seller, client: { taxId, country }, locale };
  return electronicCreditNote(source, {
    number: row.number,
    issueDate: row.issueDate,
    reason: row.reason,
    subtotal: row.subtotalMinor,
    total: row.totalMinor,
    taxLines: row.taxLines,
    settled: row.appliedMinor + row.refundedMinor,
  });
}

function invoiceOf(em: EntityManager, { invoiceId }: CreditNoteEntity): Promise<InvoiceEntity> {
  return em.findOneOrFail(InvoiceEntity, { id: invoiceId });
}

interface PrintedCreditNote {
  row: CreditNoteEntity;
  note: CreditNote;
  invoice: InvoiceEntity;
  lines: readonly InvoiceLineEntity[];
  seller: Seller;
  language: string | null;
}

function printCreditNote(printed: PrintedCreditNote, locale: string): Promise<Buffer> {
  const { note, invoice, lines, seller } = printed;
  const { document } = electronicOf(printed, locale);
  const { currency, number, status, voidReason } = note;
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const money = (amount: number) => formats.money(amount, currency);
  const unlessZero = (label: string, amount: number): [string, string][] =>
    amount === 0 ? [] : [[label, money(-amount)]];
  const taxId = invoice.clientTaxId && `${words.clientTaxId}: ${invoice.clientTaxId}`;
  return documentPdf({
    locale,
    seller,
    title: `${words.creditNote} ${number}`,
    mark: status === "voided" ? `${words.voidedMark}: ${voidReason ?? ""}` : null,
    at: note.updatedAt,
    recipient: {
      label: words.creditedTo,
      lines: [invoice.clientName, invoice.clientAddress, invoice.clientEmail, taxId],
    },
    head: [
      [words.forInvoice, invoice.number],
      [words.date, formats.date(note.issueDate)],
      [words.reason, note.reason],
      [words.currency, currency],
    ],
    table: null,
    taxes: taxRows(note.taxLines, currency, formats),
    totals: [
      [words.subtotal, money(note.subtotal)],
      ...note.taxLines.map(({ rate, tax }): [string, string] => [
        `${words.tax} ${formats.percent(rate)}`,
        money(tax),
      ]),
      [words.total, money(note.total)],
      ...unlessZero(words.applied, note.applied),
      ...unlessZero(words.refunded, note.refunded),
      [words.openCredit, money(note.balance)],
    ],
    strong: [words.total, words.openCredit],
    texts: exemptionTexts(lines, locale),
    showsBank: false,
    footer: null,
    embedded: document ? facturX(document) : null,
  });
}
