import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { visibleRows } from "../visible-rows.ts";
import type { InvoiceChangeType, InvoiceHistoryArgs, InvoiceHistoryPage } from "./invoice-history.types.ts";

interface HistoryRow {
  id: string;
  ownerId: string;
  invoiceId: string;
  type: InvoiceChangeType;
  actorType: string | null;
  actorId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
  createdAt: string;
}

const { pageRows } = plainRows<{ invoice_history: HistoryRow }>();

/** Changes of an invoice, newest first. Throws INVOICE_NOT_FOUND and INVALID_CURSOR. */
export function listInvoiceHistory(
  ctx: InvoicingContext,
  { invoiceId, limit, after }: InvoiceHistoryArgs,
): Promise<InvoiceHistoryPage> {
  const read = async (em: EntityManager) => {
    if ((await em.count(InvoiceEntity, { id: invoiceId, ...visibleRows(ctx) })) === 0)
      throw invoiceNotFound();
    const list = ["invoice history", invoiceId] as const;
    const query = { where: "invoice_id = $2", values: [invoiceId], list, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "invoice_history", query);
    const entries = rows.map(({ ownerId: _, createdAt, ...row }) => ({ ...row, at: new Date(createdAt) }));
    return { entries, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
