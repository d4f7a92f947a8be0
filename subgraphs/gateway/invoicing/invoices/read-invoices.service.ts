import type { FilterQuery } from "@mikro-orm/core";
import { inTransaction, asSystem } from "../../../../src/db/transaction.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { openCursor, sealCursor } from "../../base/page-cursor.ts";
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

/** The caller's invoices, newest first. The cursor holds its filter; used with another one it is INVALID_CURSOR. */
export async function listInvoices(ctx: InvoicingContext, args: InvoicesArgs): Promise<InvoicePage> {
  const filter = {
    ...visibleRows(ctx),
    ...statusFilter(args.status ?? null, ctx.clock.now()),
    ...rangesOf(args),
  };
  const { clientId, issuedFrom, issuedTo, dueFrom, dueTo } = args;
  const list = `invoices ${[...(args.status ?? [])].sort().join(",")} ${JSON.stringify([clientId, issuedFrom, issuedTo, dueFrom, dueTo])}`;
  const after = args.after ? openCursor(ctx, args.after, list) : null;
  const beyond = after
    ? {
        $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, id: { $lt: after.id } }],
      }
    : {};
  return inTransaction(
    ctx,
    async (em) => {
      const total = await em.count(InvoiceEntity, filter);
      const where = { $and: [filter, beyond] } as FilterQuery<InvoiceEntity>;
      const orderBy = { createdAt: "desc", id: "desc" } as const;
      const rows = await em.find(InvoiceEntity, where, { orderBy, limit: args.limit + 1 });
      const page = rows.slice(0, args.limit);
      const last = page.at(-1);
      const nextCursor = rows.length > args.limit && last ? sealCursor(ctx, last, list) : null;
      return { invoices: page.map((row) => presentInvoice(ctx, row)), total, nextCursor };
    },
    { readOnly: true },
  );
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

/** What the holder of a payment link sees. Throws INVOICE_NOT_FOUND for a token that belongs to none. */
export async function readPaymentPage(ctx: InvoicingContext, token: string): Promise<InvoicePaymentPage> {
  // Nobody is signed in here: the token is what gives the right, and it names one row.
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
  cancelled: "This invoice was cancelled; nothing is due.",
};

/** States in terms of stored columns: `overdue` and `sent` differ by the day. */
export function statusFilter(status: readonly InvoiceStatus[] | null, now: Date): object {
  if (!status || status.length === 0) return {};
  const late = { status: "sent", overdueAt: { $lte: now } };
  const current = { status: "sent", $or: [{ overdueAt: null }, { overdueAt: { $gt: now } }] };
  return {
    $or: status.map((one) => (one === "overdue" ? late : one === "sent" ? current : { status: one })),
  };
}
