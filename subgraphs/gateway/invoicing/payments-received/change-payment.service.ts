import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { amountDueMinor, invoiceTransitions } from "../invoices/invoice-states.ts";
import { onlinePaymentOf } from "../online-payments/online-payment.rows.ts";
import type * as types from "./payments.types.ts";
import { presentPayment } from "./read-payments.service.ts";
import { announceReturn, lockReceived, reopen, touch } from "./return-money.service.ts";
import { unappliedMinor } from "./received-payment.entity.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";

/**
 * Voids a payment that was recorded by mistake and reopens its invoices as of today. Throws NOT_FOUND, and INVALID_STATE
 * for a voided or refunded payment, and BUSINESS_RULE for one that was received online.
 */
export function voidPayment(
  ctx: InvoicingContext,
  input: types.VoidPaymentInput,
): Promise<types.ReceivedPayment> {
  return exactlyOnce(ctx, { operation: "voidPayment", input }, async (em) => {
    const payment = await lockReceived(em, ctx, input.paymentId);
    if (payment.refundedMinor > 0) throw invalidState("payment", "refunded", []);
    if ((await onlinePaymentOf(em, payment.id)) !== null)
      throw businessRule(
        "online_payment",
        "A payment that was received online cannot be voided. Send a refund instead.",
      );
    const { today } = await daysOf(em, ctx);
    await reopen(em, ctx, payment, payment.allocatedMinor, today, input.reason);
    Object.assign(payment, { status: "voided", voidedOn: today, voidReason: input.reason });
    touch(ctx, payment);
    await em.flush();
    await announceReturn(em, payment, today);
    return presentPayment(em, payment);
  });
}

/**
 * Allocates unapplied money to open invoices of the same client and currency. Throws NOT_FOUND, INVOICE_NOT_FOUND,
 * INVALID_STATE, AMOUNT_PRECISION, and BUSINESS_RULE when an amount exceeds the unapplied money or the amount due.
 */
export function allocatePayment(
  ctx: InvoicingContext,
  input: types.AllocatePaymentInput,
): Promise<types.ReceivedPayment> {
  return exactlyOnce(ctx, { operation: "allocatePayment", input }, async (em) => {
    const payment = await lockReceived(em, ctx, input.paymentId);
    const { today } = await daysOf(em, ctx);
    // Fixed lock order, to avoid deadlocks.
    for (const { invoiceId, amount } of input.allocations.toSorted((a, b) =>
      a.invoiceId < b.invoiceId ? -1 : 1,
    )) {
      const amountMinor = toMinor(amount, currencyDecimals(payment.currency));
      if (amountMinor > unappliedMinor(payment))
        throw businessRule(
          "exceeds_unapplied",
          "The amount exceeds the unapplied money of the payment. Reduce the amount.",
        );
      await applyToInvoice(em, ctx, { invoiceId }, async ({ invoice, state }) => {
        if (invoice.status !== "sent") throw invalidState("invoice", state, invoiceTransitions[state]);
        if (invoice.clientId !== payment.clientId || invoice.currency !== payment.currency)
          throw businessRule(
            "other_client",
            "The invoice has another client or currency. Choose one of the same client and currency.",
          );
        if (amountMinor > amountDueMinor(invoice))
          throw businessRule(
            "exceeds_due",
            "The amount exceeds the amount due on the invoice. Reduce the amount.",
          );
        await bookEntry(em, ctx, invoice, { kind: "payment", sourceId: payment.id, amountMinor, on: today });
        return { event: eventOfEntry(invoice) };
      });
      payment.allocatedMinor += amountMinor;
    }
    touch(ctx, payment);
    await em.flush();
    return presentPayment(em, payment);
  });
}
