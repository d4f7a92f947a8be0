import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { findOrCreateClient } from "./clients.service.ts";
import { nextNumber, yearPrefix } from "./document-numbers.service.ts";
import type {
  CreateExternalInvoiceInput,
  ExternalInvoice,
  ExternalInvoiceList,
  ExternalInvoicesArgs,
} from "./external-invoice.types.ts";
import { InvoiceEntity, InvoiceLineEntity } from "./invoice.entity.ts";
import { claimInvoiceOfMonth } from "./monthly-allowance.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "./new-invoice.service.ts";
import { presentExternalInvoice } from "./present-external-invoice.ts";
import { priceInvoice } from "./read-invoice-input.ts";
import { statusFilter } from "./read-invoices.service.ts";
import { visibleRows } from "../visible-rows.ts";

/**
 * Creates a draft invoice with the next number of the account's year. The customer is shown as given; an e-mail address
 * also finds or makes the client. Idempotent by the call's key. Throws as `createInvoice` does.
 */
export async function createExternalInvoice(
  ctx: InvoicingContext,
  input: CreateExternalInvoiceInput,
): Promise<ExternalInvoice> {
  const priced = priceInvoice(input);
  return exactlyOnce(ctx, { operation: "createExternalInvoice", input }, async (em) => {
    await claimInvoiceOfMonth(em, ctx);
    const { customerName: name, customerEmail: email = null, customerAddress: address, dueDate } = input;
    const known = email === null ? null : await findOrCreateClient(em, ctx, { email, name });
    const days = await daysOf(em, ctx);
    const invoice = draftInvoice(ctx, {
      client: { id: known?.id ?? null, name, email, address },
      priced,
      dueDate,
      overdueAt: dueDate ? days.endOf(dueDate) : null,
      number: await nextNumber(em, ownerOf(ctx), yearPrefix("INV", days.today)),
    });
    const lines = linesOf(invoice, priced.lines);
    await saveInvoice(em, ctx, invoice, lines);
    return presentExternalInvoice(invoice, lines, ctx.clock.now());
  });
}

/** Lists the account's newest invoices, regardless of how they were created. */
export async function listExternalInvoices(
  ctx: InvoicingContext,
  { limit, status }: ExternalInvoicesArgs,
): Promise<ExternalInvoiceList> {
  const now = ctx.clock.now();
  const where = { ...visibleRows(ctx), ...statusFilter(status ? [status] : null, now) };
  return inTransaction(
    ctx,
    async (em) => {
      const orderBy = { createdAt: "desc", id: "desc" } as const;
      const [rows, total] = await em.findAndCount(InvoiceEntity, where, { orderBy, limit });
      const ofRows = { invoiceId: { $in: rows.map(({ id }) => id) } };
      const lines = await em.find(InvoiceLineEntity, ofRows, { orderBy: { position: "asc" } });
      const byInvoice = Map.groupBy(lines, (line) => line.invoiceId);
      const invoices = rows.map((row) => presentExternalInvoice(row, byInvoice.get(row.id) ?? [], now));
      return { invoices, total };
    },
    { readOnly: true },
  );
}
