import { validationError } from "../../../../src/errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { changeInvoice } from "../invoices/change-invoice.service.ts";
import { amountDueMinor, invoiceTransitions } from "../invoices/invoice-states.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import type { WriteOffInvoiceInput } from "./payments.types.ts";
import { invalidState } from "../../base/gateway.errors.ts";

/**
 * Writes off the amount due of an issued invoice, which becomes `paid` with `amountWrittenOff`. A later payment reverses
 * the write-off by its amount. Throws INVOICE_NOT_FOUND, INVALID_STATE, VALIDATION_ERROR for a future date.
 */
export function writeOffInvoice(ctx: InvoicingContext, input: WriteOffInvoiceInput): Promise<Invoice> {
  return changeInvoice(ctx, { operation: "writeOffInvoice", input }, async ({ em, invoice, state }) => {
    if (invoice.status !== "sent") throw invalidState("invoice", state, invoiceTransitions[state]);
    const { today } = await daysOf(em, ctx);
    const on = input.date ?? today;
    if (on > today)
      throw validationError([{ path: "date", message: "must not be in the future", rule: "maximum" }]);
    const amountMinor = amountDueMinor(invoice);
    const { reason } = input;
    await bookEntry(em, ctx, invoice, { kind: "write_off", sourceId: null, amountMinor, on, reason });
    return { event: "updated" };
  });
}
