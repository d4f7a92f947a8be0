import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction, asSystem } from "../../../../src/db/transaction.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { hashToken } from "../../base/page-token.ts";
import { InvoiceEntity } from "./invoice.entity.ts";
import type { Invoice, InvoicePage, InvoicePaymentPage, InvoiceStatus } from "./invoice.types.ts";
import type { InvoicesArgs } from "./invoicing.types.ts";
import { amountDueMinor, stateOf } from "./invoice-states.ts";
import { presentInvoice } from "./present-invoice.ts";
import { visibleRows } from "../visible-rows.ts";

/** One of the caller's invoices, by its id or number. Throws INVOICE_NOT_FOUND, also for another account's. */
export async function readInvoice(ctx: InvoicingContext, invoiceId: string): Promise<Invoice> {
  const invoice = (await ctx.loaders.invoices.load(invoiceId)) ?? (await findByNumber(ctx, invoiceId));
  if (!invoice) throw invoiceNotFound();
  return invoice;
}

async function findByNumber(ctx: InvoicingContext, number: string): Promise<Invoice | null> {
  const row = await inTransaction(ctx, (em) => em.findOne(InvoiceEntity, { number, ...visibleRows(ctx) }), {
    readOnly: true,
  });
  return row && presentInvoice(ctx, row);
}

/** Lists the account's invoices, newest first. Throws INVALID_CURSOR for a cursor of other filters. */
export async function listInvoices(ctx: InvoicingContext, args: InvoicesArgs): Promise<InvoicePage> {
  const { clientId, issuedFrom, issuedTo, dueFrom, dueTo, status, limit, after } = args;
  const states = [...(status ?? [])].sort();
  const list = ["invoices", states, clientId, issuedFrom, issuedTo, dueFrom, dueTo] as const;
  const read = async (em: EntityManager) => {
    const filter = {
      ...visibleRows(ctx),
      ...statusFilter(status ?? null, ctx.clock.now()),
      ...rangesOf(args),
    } as FilterQuery<InvoiceEntity>;
    const { rows, ...page } = await readPage(em, ctx, InvoiceEntity, { filter, list, limit, after });
    return { invoices: rows.map((row) => presentInvoice(ctx, row)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function rangesOf({ clientId, issuedFrom, issuedTo, dueFrom, dueTo }: InvoicesArgs): object {
  const between = (from?: string | null, to?: string | null) => ({
    ...(from ? { $gte: from } : {}),
    ...(to ? { $lte: to } : {}),
  });
  return {
    ...(clientId ? { clientId } : {}),
    ...(issuedFrom || issuedTo ? { issueDate: between(issuedFrom, issuedTo) } : {}),
    ...(dueFrom || dueTo ? { dueDate: between(dueFrom, dueTo) } : {}),
  };
}

/** Invoice details for the holder of a payment link. Throws INVOICE_NOT_FOUND for an unknown token. */
export async function readPaymentPage(ctx: InvoicingContext, token: string): Promise<InvoicePaymentPage> {
  // No principal here: the token authorizes access to exactly one row.
  const row = await asSystem(ctx.em, (em) =>
    em.findOne(InvoiceEntity, { paymentTokenHash: hashToken(token) }),
  );
  if (!row) throw invoiceNotFound();
  const status = stateOf(row, ctx.clock.now());
  const decimals = currencyDecimals(row.currency);
  return {
    number: row.number,
    clientName: row.clientName,
    currency: row.currency,
    total: toMajor(row.totalMinor, decimals),
    amountDue: toMajor(amountDueMinor(row), decimals),
    status,
    isOpen: status === "sent" || status === "overdue",
    message: messages[status],
  };
}

const messages: Record<InvoiceStatus, string> = {
  draft: "This invoice is not open yet.",
  sent: "This invoice is waiting for payment.",
  overdue: "This invoice is overdue.",
  paid: "This invoice is paid. Thank you.",
  cancelled: "This invoice was cancelled. You do not need to pay it.",
};

/** Maps statuses to stored columns: `overdue` and `sent` differ by the due date. */
export function statusFilter(status: readonly InvoiceStatus[] | null, now: Date): object {
  if (!status || status.length === 0) return {};
  const late = { status: "sent", overdueAt: { $lte: now } };
  const current = { status: "sent", $or: [{ overdueAt: null }, { overdueAt: { $gt: now } }] };
  return {
    $or: status.map((one) => (one === "overdue" ? late : one === "sent" ? current : { status: one })),
  };
}
