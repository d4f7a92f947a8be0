import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { paymentLink } from "../invoices/present-invoice.ts";
import { readPage } from "../../base/read-page.service.ts";
import { statusFilter } from "../invoices/read-invoices.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { daysLate } from "../reports/aging.ts";
import type * as types from "./documents.types.ts";
import { documentLocale } from "../printing/document-locale.ts";
import { electronicInvoice } from "../electronic-documents/build-electronic.ts";
import { electronicXml } from "../electronic-documents/electronic-xml.ts";
import { pdfFile, xmlFile } from "./document-file.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { printedInvoice } from "./printed-invoice.service.ts";

/** Link to the hosted page of an invoice, by ID or number. Throws INVOICE_NOT_FOUND. */
export function readPaymentLink(ctx: InvoicingContext, invoiceId: string): Promise<types.InvoicePaymentLink> {
  const read = async (em: EntityManager) => {
    const row = await findInvoice(em, ctx, invoiceId);
    const payable = row.status === "sent" && amountDueMinor(row) > 0;
    return { url: paymentLink(ctx, row), expiresAt: row.paymentLinkExpiresAt, payable };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * An invoice as a PDF or XML, by its id or number: with the seller of its issue, a draft with the current one. Throws
 * INVOICE_NOT_FOUND, and for XML BUSINESS_RULE `electronic_invoice` with what EN 16931 asks for and is missing.
 */
export async function renderInvoicePdf(
  ctx: InvoicingContext,
  { invoiceId, locale, format }: types.InvoicePdfArgs,
): Promise<types.InvoiceFile> {
  const read = async (em: EntityManager) => printedInvoice(em, ctx, await findInvoice(em, ctx, invoiceId));
  const invoice = await inTransaction(ctx, read, { readOnly: true });
  const wanted = documentLocale(locale, invoice.seller.locale, invoice.clientLanguage);
  const name = invoice.number ?? "draft-invoice";
  if (format === "cii" || format === "ubl") {
    const xml = electronicXml(electronicInvoice({ ...invoice.electronic, locale: wanted }), format);
    return { invoiceId: invoice.id, ...xmlFile(name, xml) };
  }
  return { invoiceId: invoice.id, ...pdfFile(name, await invoicePdf(invoice, wanted)) };
}

/** Lists overdue invoices, newest first, with days past due on `asOf` (today) and the last reminder. */
export function listOverdueInvoices(
  ctx: InvoicingContext,
  { limit, after, minDaysLate, asOf }: types.OverdueInvoicesArgs,
): Promise<types.OverdueInvoicePage> {
  const read = async (em: EntityManager) => {
    const days = await daysOf(em, ctx);
    const today = asOf ?? days.today;
    const filter = {
      ...visibleRows(ctx),
      ...statusFilter(["overdue"], asOf ? days.endOf(addDays(asOf, -1)) : ctx.clock.now()),
      dueDate: { $lte: addDays(today, -minDaysLate) },
    } as FilterQuery<InvoiceEntity>;
    const list = ["overdue", minDaysLate, asOf] as const;
    const { rows, ...page } = await readPage(em, ctx, InvoiceEntity, { filter, list, limit, after });
    const reminded = await lastReminders(em, rows);
    const invoices = rows.map((row) => ({
      invoiceId: row.id,
      number: row.number!,
      clientId: row.clientId,
      clientName: row.clientName,
      currency: row.currency,
      amountDue: toMajor(amountDueMinor(row), currencyDecimals(row.currency)),
      dueDate: row.dueDate!,
      daysLate: daysLate(row.dueDate, today),
      remindedOn: reminded.get(row.id) ?? null,
    }));
    return { invoices, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function lastReminders(
  em: EntityManager,
  rows: readonly InvoiceEntity[],
): Promise<Map<string, string>> {
  const found = await executeSql<{ id: string; on: string }>(
    em,
    `SELECT invoice_id AS id, max(sent_on)::text AS "on" FROM payment_reminders
     WHERE invoice_id = ANY ($1) GROUP BY invoice_id`,
    [rows.map(({ id }) => id)],
  );
  return new Map(found.map(({ id, on }) => [id, on]));
}

async function findInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  idOrNumber: string,
): Promise<InvoiceEntity> {
  const where = { ...visibleRows(ctx), $or: [{ id: idOrNumber }, { number: idOrNumber }] };
  const row = await em.findOne(InvoiceEntity, where);
  if (!row) throw invoiceNotFound();
  return row;
}
