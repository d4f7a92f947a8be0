import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { pdfFile } from "../documents/document-file.ts";
import type { DocumentFile } from "../documents/document-file.types.ts";
import { documentPdf, lineColumns, moneyText } from "../documents/document-pdf.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { visibleRows } from "../visible-rows.ts";
import { presentQuotation } from "./present-quotation.ts";
import { QuotationEntity } from "./quotation.entity.ts";
import type { Quotation } from "./quotation.types.ts";

/** A quotation as a PDF of its stored amounts. Deterministic: same quotation, same bytes. Throws NOT_FOUND. */
export async function renderQuotationPdf(ctx: InvoicingContext, quotationId: string): Promise<DocumentFile> {
  const read = (em: EntityManager) => em.findOne(QuotationEntity, { id: quotationId, ...visibleRows(ctx) });
  const row = await inTransaction(ctx, read, { readOnly: true });
  if (!row) throw notFound("quotation");
  const quotation = presentQuotation(ctx, row, null);
  return { documentId: row.id, ...pdfFile(row.number, await printQuotation(quotation)) };
}

function printQuotation(quotation: Quotation): Promise<Buffer> {
  const { currency, client, status, number } = quotation;
  const money = (amount: number) => moneyText(amount, currency);
  return documentPdf({
    title: `Quotation ${number}`,
    mark: status === "sent" ? " " : status.toUpperCase(),
    at: quotation.updatedAt,
    head: [
      ["For", client.name],
      ["E-mail", client.email],
      ["Valid until", quotation.validUntil],
      ["Currency", currency],
    ],
    columns: lineColumns,
    rows: quotation.items.map((item) => [
      item.description,
      String(item.quantity),
      money(item.unitPrice),
      money(item.total),
    ]),
    totals: [["Total", money(quotation.total)]],
    strong: ["Total"],
    texts: [quotation.notes],
  });
}
