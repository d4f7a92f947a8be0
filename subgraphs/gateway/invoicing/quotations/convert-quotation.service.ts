import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { sameLines } from "../invoices/edit-invoice.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import { claimInvoiceOfMonth } from "../invoices/monthly-allowance.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "../invoices/new-invoice.service.ts";
import { presentInvoice } from "../invoices/present-invoice.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import { priceInvoice } from "../invoices/read-invoice-input.ts";
import { visibleRows } from "../visible-rows.ts";
import { lockQuotation } from "./change-quotation.service.ts";
import { quotationConflict, quotationStateOf } from "./quotation-states.ts";
import type { QuotationEntity } from "./quotation.entity.ts";
import type { ConvertQuotationInput } from "./quotation-input.types.ts";

/**
 * Converts an accepted quotation to one draft invoice. Repeated requests return the same invoice free of charge, until the
 * draft is deleted. Throws QUOTATION_NOT_FOUND, INVOICE_STATE_CONFLICT unless accepted, and FORBIDDEN when the tier's
 * monthly quota is used up.
 */
export function convertQuotationToInvoice(
  ctx: InvoicingContext,
  input: ConvertQuotationInput,
): Promise<Invoice> {
  const call = { operation: "convertQuotationToInvoice", input, revealedOnce: sealedLinks(ctx) };
  return exactlyOnce(ctx, call, async (em) => {
    const quotation = await lockQuotation(em, { id: input.quotationId, ...visibleRows(ctx) });
    const made = await em.findOne(InvoiceEntity, { quotationId: quotation.id, deletedAt: null });
    if (made) {
      ctx.meter.replayed = true;
      return presentInvoice(ctx, made);
    }
    const state = quotationStateOf(quotation, ctx.clock.now());
    if (state !== "accepted") throw quotationConflict(state);
    return makeInvoice(em, ctx, quotation, input.issueDate ?? null);
  });
}

async function makeInvoice(
  em: EntityManager,
  ctx: InvoicingContext,
  quotation: QuotationEntity,
  plannedIssueDate: string | null,
): Promise<Invoice> {
  await claimInvoiceOfMonth(em, ctx);
  const { currency, clientId, clientName, clientEmail, notes, discountMinor } = quotation;
  const { roundingMode, taxRoundingLevel } = quotation;
  const decimals = currencyDecimals(currency);
  const items = sameLines(quotation.lines, decimals);
  const discount = toMajor(discountMinor, decimals);
  // Rounded as the client accepted it.
  const priced = priceInvoice({ items, currency, discount }, { roundingMode, taxRoundingLevel });
  const client = { id: clientId, name: clientName, email: clientEmail };
  const invoice = draftInvoice(ctx, { client, priced, notes, quotationId: quotation.id, plannedIssueDate });
  const lines = linesOf(invoice, priced.lines);
  await saveInvoice(em, ctx, invoice, lines);
  return presentInvoice(ctx, invoice, lines);
}
