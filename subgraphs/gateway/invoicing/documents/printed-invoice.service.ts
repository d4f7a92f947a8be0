import type { EntityManager } from "@mikro-orm/postgresql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { InvoiceLineEntity, type InvoiceEntity } from "../invoices/invoice.entity.ts";
import { presentInvoice, presentLine } from "../invoices/present-invoice.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import type { PrintedInvoice } from "./invoice-pdf.ts";

/** An invoice with its lines, seller and what else is printed. A draft has the seller and client of now. */
export async function printedInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  row: InvoiceEntity,
): Promise<PrintedInvoice> {
  const { ownerId, sellerProfileId, footer, currency } = row;
  const isIssued = row.issueDate !== null;
  const lines = await em.find(InvoiceLineEntity, { invoiceId: row.id }, { orderBy: { position: "asc" } });
  const current = await printedClientOf(em, row.clientId);
  const client = isIssued ? { taxId: row.clientTaxId, country: row.clientCountry } : current;
  const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued });
  return Object.assign(presentInvoice(ctx, row), {
    lines: lines.map((line) => presentLine(line, currency)),
    footer,
    clientTaxId: client.taxId,
    clientLanguage: current.language,
    seller,
    electronic: { invoice: row, lines, seller, client },
  });
}
