import type { EntityManager } from "@mikro-orm/postgresql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { printedClientsOf } from "../invoices/clients.service.ts";
import { InvoiceLineEntity, type InvoiceEntity } from "../invoices/invoice.entity.ts";
import { presentInvoice, presentLine } from "../invoices/present-invoice.ts";
import type { Seller } from "../printing/seller.ts";
import { sellerOf } from "../seller-profile/sellers.service.ts";
import type { PrintedInvoice } from "./invoice-pdf.ts";

/** An invoice with its lines, seller and what else is printed. A draft has the seller and client of now. */
export async function printedInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  row: InvoiceEntity,
): Promise<PrintedInvoice> {
  return (await printedInvoices(em, ctx, [row]))[0]!;
}

/** The same of several invoices, with as many statements as for one of a single seller. */
export async function printedInvoices(
  em: EntityManager,
  ctx: InvoicingContext,
  rows: readonly InvoiceEntity[],
): Promise<PrintedInvoice[]> {
  const ids = rows.map(({ id }) => id);
  const found = await em.find(
    InvoiceLineEntity,
    { invoiceId: { $in: ids } },
    { orderBy: { position: "asc" } },
  );
  const linesOf = Map.groupBy(found, ({ invoiceId }) => invoiceId);
  const clients = await printedClientsOf(
    em,
    rows.map(({ clientId }) => clientId),
  );
  const sellers = new Map<string, Promise<Seller>>();
  const printed: PrintedInvoice[] = [];
  for (const row of rows) {
    const { ownerId, sellerProfileId, footer, currency } = row;
    const isIssued = row.issueDate !== null;
    const lines = linesOf.get(row.id) ?? [];
    const current = clients.get(row.clientId)!;
    const client = isIssued ? { taxId: row.clientTaxId, country: row.clientCountry } : current;
    const key = `${ownerId} ${sellerProfileId} ${isIssued}`;
    if (!sellers.has(key)) sellers.set(key, sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued }));
    const seller = await sellers.get(key)!;
    printed.push(
      Object.assign(presentInvoice(ctx, row), {
        lines: lines.map((line) => presentLine(line, currency)),
        footer,
        clientTaxId: client.taxId,
        clientLanguage: current.language,
        seller,
        electronic: { invoice: row, lines, seller, client },
      }),
    );
  }
  return printed;
}
