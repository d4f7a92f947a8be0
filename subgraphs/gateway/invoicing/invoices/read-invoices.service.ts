import type { SqlConditions } from "../../../../src/db/sql-conditions.ts";
import { toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import type { Invoice, InvoicePage, InvoiceStatus } from "./invoice.types.ts";
import type { InvoicesArgs, InvoiceSort } from "./invoicing.types.ts";
import { findInvoices, readInvoicePage, type InvoiceOrder } from "./invoice.rows.ts";
import type { InvoiceSelection } from "../invoice-selection.ts";
import { wholeInvoice } from "../select-invoices.ts";

/** One of the caller's invoices, by its id or number. Throws INVOICE_NOT_FOUND, also for another account's. */
export async function readInvoice(ctx: InvoicingContext, invoiceId: string): Promise<Invoice> {
  const invoice = (await ctx.loaders.invoices.load(invoiceId)) ?? (await findByNumber(ctx, invoiceId));
  if (!invoice) throw invoiceNotFound();
  return invoice;
}

async function findByNumber(ctx: InvoicingContext, number: string): Promise<Invoice | null> {
  return (await findInvoices(ctx, wholeInvoice, { number }))[0] ?? null;
}

/** What a list answers. */
export interface InvoiceListSelection {
  selection: InvoiceSelection;
  /** False when nobody asks for `total`. */
  isCounted: boolean;
  /** False when nobody asks for `nextCursor`. */
  isContinued: boolean;
}

/** Lists the account's invoices in the wanted order. Throws INVALID_CURSOR for a cursor of other filters. */
export async function listInvoices(
  ctx: InvoicingContext,
  args: InvoicesArgs,
  { selection, ...asked }: InvoiceListSelection,
): Promise<InvoicePage> {
  const { clientId, issuedFrom, issuedTo, dueFrom, dueTo, minDue, status, limit, after, sort } = args;
  const states = [...(status ?? [])].sort();
  const sorted = sort === "newest" ? [] : [sort];
  const list = [
    "invoices",
    states,
    clientId,
    issuedFrom,
    issuedTo,
    dueFrom,
    dueTo,
    minDue,
    ...sorted,
  ] as const;
  const addFilter = (conditions: SqlConditions) => filterInvoices(conditions, args, ctx.clock.now());
  const page = await readInvoicePage(ctx, selection, {
    list,
    limit,
    after,
    addFilter,
    order: orders[sort],
    ...asked,
  });
  const { rows: invoices, ...counted } = page;
  return { invoices, ...counted };
}

/** Every currency of invoices has 2 decimals. */
const invoiceDecimals = 2;

/** As `amountDueMinor`, in SQL. */
const dueOf = (row: string) => `CASE WHEN ${row}.status = 'cancelled' THEN 0
  ELSE ${row}.total_minor - ${row}.amount_paid_minor - ${row}.amount_credited_minor - ${row}.amount_written_off_minor END`;

const orders: Record<InvoiceSort, InvoiceOrder | null> = {
  newest: null,
  oldest: { by: (row) => `${row}.created_at`, isAscending: true },
  due_date: { by: (row) => `coalesce(${row}.due_date, 'infinity'::date)`, isAscending: true },
  amount_due: { by: dueOf, isAscending: false },
};

function filterInvoices(conditions: SqlConditions, args: InvoicesArgs, now: Date): void {
  const { status, clientId, issuedFrom, issuedTo, dueFrom, dueTo, minDue } = args;
  if (status && status.length > 0) {
    conditions.add((value) => {
      const states = status.map((one) => stateCondition(one, value, now));
      return [...new Set(states)].join(" OR ");
    });
  }
  if (clientId) conditions.add((value) => `i.client_id = ${value(clientId)}`);
  if (issuedFrom) conditions.add((value) => `i.issue_date >= ${value(issuedFrom)}::date`);
  if (issuedTo) conditions.add((value) => `i.issue_date <= ${value(issuedTo)}::date`);
  if (dueFrom) conditions.add((value) => `i.due_date >= ${value(dueFrom)}::date`);
  if (dueTo) conditions.add((value) => `i.due_date <= ${value(dueTo)}::date`);
  if (typeof minDue === "number")
    conditions.add((value) => `${dueOf("i")} >= ${value(toMinor(minDue, invoiceDecimals))}::bigint`);
}

/** As `statusFilter`, in SQL. */
function stateCondition(status: InvoiceStatus, value: (given: unknown) => string, now: Date): string {
  if (status === "overdue") return `i.status = 'sent' AND i.overdue_at <= ${value(now)}::timestamptz`;
  if (status === "sent")
    return `i.status = 'sent' AND (i.overdue_at IS NULL OR i.overdue_at > ${value(now)}::timestamptz)`;
  return `i.status = ${value(status)}`;
}

/** Maps statuses to stored columns: `overdue` and `sent` differ by the due date. */
export function statusFilter(status: readonly InvoiceStatus[] | null, now: Date): object {
  if (!status || status.length === 0) return {};
  const late = { status: "sent", overdueAt: { $lte: now } };
  const current = { status: "sent", $or: [{ overdueAt: null }, { overdueAt: { $gt: now } }] };
  return {
    $or: status.map((one) => (one === "overdue" ? late : one === "sent" ? current : { status: one })),
  };
}
