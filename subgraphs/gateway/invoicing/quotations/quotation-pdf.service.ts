import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { pdfFile } from "../documents/document-file.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import { amountsBeforeTotal, lineTable, taxRows } from "../documents/invoice-pdf.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { documentLocale, formatsOf } from "../printing/document-locale.ts";
import { documentPdf } from "../printing/document-pdf.ts";
import { wordsOf } from "../printing/document-words.ts";
import type { Seller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { presentQuotation } from "./present-quotation.ts";
import type { QuotationPdfArgs } from "./quotation-input.types.ts";
import { QuotationEntity } from "./quotation.entity.ts";
import type { Quotation } from "./quotation.types.ts";

/** A quotation as a PDF of its stored amounts. Deterministic: same quotation, same bytes. Throws NOT_FOUND. */
export async function renderQuotationPdf(
  ctx: InvoicingContext,
  { quotationId, locale }: QuotationPdfArgs,
): Promise<DocumentFile> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(QuotationEntity, { id: quotationId, ...visibleRows(ctx) });
    if (!row) throw notFound("quotation");
    const { ownerId, sellerProfileId } = row;
    const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: row.sentAt !== null });
    const { language } = await printedClientOf(em, row.clientId);
    return { seller, language, quotation: presentQuotation(ctx, row, null) };
  };
  const { quotation, seller, language } = await inTransaction(ctx, read, { readOnly: true });
  const bytes = await printQuotation(quotation, seller, documentLocale(locale, seller.locale, language));
  return { documentId: quotation.id, ...pdfFile(quotation.number, bytes) };
}

/** Prints a quotation with the seller of its last sending. */
export function printQuotation(quotation: Quotation, seller: Seller, locale: string): Promise<Buffer> {
  const { currency, client, status, number } = quotation;
  const words = wordsOf(locale);
  const formats = formatsOf(locale);
  const marks: Partial<Record<Quotation["status"], string>> = {
    draft: words.draftMark,
    accepted: words.acceptedMark,
    declined: words.declinedMark,
    expired: words.expiredMark,
  };
  return documentPdf({
    locale,
    seller,
    title: `${words.quotation} ${number}`,
    mark: marks[status] ?? null,
    at: quotation.updatedAt,
    recipient: { label: words.quotedTo, lines: [client.name, client.email] },
    head: [
      [words.validUntil, formats.date(quotation.validUntil)],
      [words.currency, currency],
    ],
    table: lineTable(quotation.items, currency, { words, formats }),
    taxes: taxRows(quotation.taxLines, currency, formats),
    totals: [
      ...amountsBeforeTotal(quotation, { words, formats }),
      [words.total, formats.money(quotation.total, currency)],
    ],
    strong: [words.total],
    texts: [quotation.notes],
    showsBank: false,
    footer: null,
  });
}
