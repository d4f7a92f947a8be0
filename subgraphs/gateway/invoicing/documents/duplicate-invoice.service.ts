import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { sameLines } from "../invoices/edit-invoice.service.ts";
import { settingsOf } from "../invoices/account-settings.service.ts";
import { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { claimInvoiceOfMonth } from "../invoices/monthly-allowance.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "../invoices/new-invoice.service.ts";
import { presentInvoice } from "../invoices/present-invoice.ts";
import { priceInvoice } from "../invoices/read-invoice-input.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import { visibleRows } from "../visible-rows.ts";
import type { DuplicateInvoiceInput } from "./documents.types.ts";

/**
 * Copies an invoice of any state into a new draft: client, lines with their taxes, discount and notes; not its number,
 * dates or payments; `issueDate` is the planned date of the copy. Throws INVOICE_NOT_FOUND, and FORBIDDEN when the account
 * has used its tier's invoices of the month.
 */
export function duplicateInvoice(ctx: InvoicingContext, input: DuplicateInvoiceInput): Promise<Invoice> {
  const call = { operation: "duplicateInvoice", input, revealedOnce: sealedLinks(ctx) };
  return exactlyOnce(ctx, call, async (em) => {
    await claimInvoiceOfMonth(em, ctx);
    const source = await em.findOne(InvoiceEntity, { id: input.invoiceId, ...visibleRows(ctx) });
    if (!source) throw invoiceNotFound();
    const ofSource = { invoiceId: source.id };
    const lines = await em.find(InvoiceLineEntity, ofSource, { orderBy: { position: "asc" } });
    const {
      currency,
      clientId: id,
      clientName: name,
      clientEmail: email,
      clientAddress: address,
      notes,
    } = source;
    const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
    const items = sameLines(lines, currencyDecimals(currency));
    const discount = major(source.discountMinor);
    const priced = priceInvoice({ items, currency, discount }, await settingsOf(em, source.ownerId));
    const invoice = draftInvoice(ctx, {
      client: { id, name, email, address },
      priced,
      notes,
      plannedIssueDate: input.issueDate ?? null,
    });
    const copies = linesOf(invoice, priced.lines);
    await saveInvoice(em, ctx, invoice, copies);
    return presentInvoice(ctx, invoice, copies);
  });
}
