import { currencyDecimals } from "../../../../src/currency.ts";
import { readRows } from "../../../../src/db/read-rows.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoiceHistoryEntry } from "../invoice-history/invoice-history.types.ts";
import type { InvoicingContext, ShownInvoice } from "../invoicing.context.ts";
import type { InvoiceCreditPart, InvoicePaymentPart } from "./invoice-details.types.ts";

/** Most payments and most credit notes that an invoice shows. Its amounts count all. */
const maxParts = 100;
/** Latest changes that an invoice shows; its history has all. */
const shownChanges = 10;

/** Payments that several invoices have money of, in one statement; the earliest first. */
export async function readInvoicePayments(
  ctx: InvoicingContext,
  invoices: readonly ShownInvoice[],
): Promise<InvoicePaymentPart[][]> {
  const parts = `SELECT p.id AS "paymentId", sum(e.amount_minor)::float8 AS amount, p.method,
      p.received_on::text AS "receivedOn", p.reference
    FROM invoice_entries AS e JOIN payments_received AS p ON p.id = e.source_id
    WHERE e.invoice_id = wanted.id AND e.owner_id = $2 AND e.kind = 'payment'
    GROUP BY p.id HAVING sum(e.amount_minor) > 0 ORDER BY p.received_on, p.id LIMIT ${maxParts}`;
  return readParts<InvoicePaymentPart>(ctx, invoices, parts);
}

/** Credit notes that several invoices have credit of, in one statement; the earliest first. */
export async function readInvoiceCredits(
  ctx: InvoicingContext,
  invoices: readonly ShownInvoice[],
): Promise<InvoiceCreditPart[][]> {
  const parts = `SELECT c.id AS "creditNoteId", c.number, sum(e.amount_minor)::float8 AS amount,
      c.issue_date::text AS "issueDate"
    FROM invoice_entries AS e JOIN credit_notes AS c ON c.id = e.source_id
    WHERE e.invoice_id = wanted.id AND e.owner_id = $2 AND e.kind = 'credit'
    GROUP BY c.id HAVING sum(e.amount_minor) > 0 ORDER BY c.issue_date, c.id LIMIT ${maxParts}`;
  return readParts<InvoiceCreditPart>(ctx, invoices, parts);
}

/** The latest changes of several invoices, in one statement; the newest first. */
export async function readLatestChanges(
  ctx: InvoicingContext,
  invoices: readonly ShownInvoice[],
): Promise<InvoiceHistoryEntry[][]> {
  const rows = await readRows<StoredChange>(ctx, {
    sql: `SELECT found.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT h.id, h.invoice_id AS "invoiceId", h.type, h.actor_type AS "actorType", h.actor_id AS "actorId",
          h.before, h.after, h.created_at AS at
        FROM invoice_history AS h WHERE h.owner_id = $2 AND h.invoice_id = wanted.id
        ORDER BY h.created_at DESC, h.id DESC LIMIT ${shownChanges}) AS found`,
    parameters: [invoices.map(({ id }) => id), ownerOf(ctx)],
  });
  const byInvoice = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return invoices.map(({ id }) =>
    (byInvoice.get(id) ?? []).map((entry) => ({ ...entry, at: new Date(entry.at) })),
  );
}

type StoredChange = Omit<InvoiceHistoryEntry, "at"> & { at: string };

async function readParts<Part extends { amount: number }>(
  ctx: InvoicingContext,
  invoices: readonly ShownInvoice[],
  parts: string,
): Promise<Part[][]> {
  const rows = await readRows<Part & { invoiceId: string }>(ctx, {
    sql: `SELECT wanted.id AS "invoiceId", found.*
      FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (${parts}) AS found`,
    parameters: [invoices.map(({ id }) => id), ownerOf(ctx)],
  });
  const byInvoice = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return invoices.map(({ id, currency }) =>
    (byInvoice.get(id) ?? []).map(({ invoiceId: _, ...part }) => ({
      ...(part as unknown as Part),
      amount: toMajor(part.amount, currencyDecimals(currency)),
    })),
  );
}
