import { exactlyOnce } from "../../../src/db/idempotency.ts";
import type { GatewayContext } from "../gateway.context.ts";
import { daysOf } from "./account-days.service.ts";
import { findOrCreateClient } from "./clients.service.ts";
import type { Invoice } from "./invoice.types.ts";
import type { CreateInvoiceInput } from "./invoicing.types.ts";
import { issueInvoice, queueInvoiceMail } from "./issue-invoice.service.ts";
import { claimInvoiceOfMonth } from "./monthly-allowance.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "./new-invoice.service.ts";
import { presentInvoice } from "./present-invoice.ts";
import { priceInvoice } from "./read-invoice-input.ts";
import { sealedLinks } from "./sealed-links.service.ts";

/**
 * Creates an invoice as a draft, or with `sendEmail` issues it and queues its mail, all in one transaction. An unknown
 * e-mail makes the client. Idempotent by the call's key. Throws VALIDATION_ERROR, AMOUNT_PRECISION, INVALID_CURRENCY or
 * INVALID_AMOUNT, and FORBIDDEN when the account's tier has had its invoices of the month.
 */
export async function createInvoice(ctx: GatewayContext, input: CreateInvoiceInput): Promise<Invoice> {
  const priced = priceInvoice(input);
  return exactlyOnce(
    ctx,
    { operation: "createInvoice", input, revealedOnce: sealedLinks(ctx) },
    async (em) => {
      await claimInvoiceOfMonth(em, ctx);
      const { client: email, customerName = null, dueDate, notes } = input;
      const client = await findOrCreateClient(em, ctx, { email, name: customerName });
      const overdueAt = dueDate ? (await daysOf(em, ctx)).endOf(dueDate) : null;
      const invoice = draftInvoice(ctx, { client, priced, dueDate, overdueAt, notes });
      const lines = linesOf(invoice, priced.lines);
      if (input.sendEmail) {
        await issueInvoice(em, ctx, invoice);
        await queueInvoiceMail(em, invoice);
      }
      await saveInvoice(em, ctx, invoice, lines);
      return presentInvoice(ctx, invoice, lines);
    },
  );
}
