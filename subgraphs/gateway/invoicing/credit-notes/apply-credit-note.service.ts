import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { amountDueMinor, invoiceTransitions } from "../invoices/invoice-states.ts";
import { openMinor } from "./credit-note.entity.ts";
import type { ApplyCreditNoteInput, CreditNote } from "./credit-notes.types.ts";
import { presentCreditNote } from "./read-credit-notes.service.ts";
import { lockCreditNote } from "./settle-credit-note.service.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";

/**
 * Applies an amount of a credit note to an open invoice of the same client and currency. Throws NOT_FOUND,
 * INVOICE_NOT_FOUND, INVALID_STATE (also for a voided note), AMOUNT_PRECISION, and BUSINESS_RULE when it exceeds the credit or the amount due.
 */
export function applyCreditNote(ctx: InvoicingContext, input: ApplyCreditNoteInput): Promise<CreditNote> {
  return exactlyOnce(ctx, { operation: "applyCreditNote", input }, async (em) => {
    const note = await lockCreditNote(em, ctx, input.creditNoteId);
    const amountMinor = toMinor(input.amount, currencyDecimals(note.currency));
    const { today: on } = await daysOf(em, ctx);
    await applyToInvoice(em, ctx, { invoiceId: input.invoiceId }, async ({ invoice, state }) => {
      if (amountMinor > openMinor(note))
        throw businessRule(
          "exceeds_credit",
          "The amount exceeds the credit left on the credit note. Reduce the amount.",
        );
      if (invoice.status !== "sent") throw invalidState("invoice", state, invoiceTransitions[state]);
      const isSame =
        invoice.id === note.invoiceId || (note.clientId !== null && invoice.clientId === note.clientId);
      if (!isSame || invoice.currency !== note.currency)
        throw businessRule(
          "other_client",
          "The invoice has another client or currency. Choose one of the same client and currency.",
        );
      if (amountMinor > amountDueMinor(invoice))
        throw businessRule(
          "exceeds_due",
          "The amount exceeds the amount due on the invoice. Reduce the amount.",
        );
      await bookEntry(em, ctx, invoice, { kind: "credit", sourceId: note.id, amountMinor, on });
      return { event: eventOfEntry(invoice) };
    });
    note.appliedMinor += amountMinor;
    note.version += 1;
    note.updatedAt = ctx.clock.now();
    await em.flush();
    return presentCreditNote(em, note);
  });
}
