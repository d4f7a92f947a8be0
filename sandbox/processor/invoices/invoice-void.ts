import type { Stripe } from "stripe";
import { paymentOf } from "./invoice-payment.ts";
import { changeCustomer, requireStatus } from "./invoices.ts";
import { cancelIntent } from "../payments/payment-flow.ts";
import type { Processor } from "../processor-context.ts";
import { idOf } from "../stored-objects.ts";

const cancelable = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Voids an open invoice, so that it is no longer collected. The amount taken from the customer's balance is
 * returned.
 */
export function voidInvoice(processor: Processor, invoice: Stripe.Invoice, at: number): Stripe.Invoice {
  const { state, events } = processor;
  requireStatus(invoice, "open", "uncollectible");
  const customer = state.find("customer", idOf(invoice.customer));
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  if (customer && used !== 0) changeCustomer(processor, customer, { balance: customer.balance - used });
  cancelPayment(processor, invoice);
  state.change(invoice, {
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  });
  events.emit("invoice.voided", invoice);
  return invoice;
}

export function markUncollectible(processor: Processor, invoice: Stripe.Invoice, at: number): Stripe.Invoice {
  requireStatus(invoice, "open");
  processor.state.change(invoice, {
    auto_advance: false,
    next_payment_attempt: null,
    status: "uncollectible",
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: at },
  });
  processor.events.emit("invoice.marked_uncollectible", invoice);
  return invoice;
}

function cancelPayment(processor: Processor, invoice: Stripe.Invoice): void {
  const { state, clock } = processor;
  const payment = paymentOf(processor, invoice);
  const intent = state.find("payment_intent", idOf(payment?.payment.payment_intent));
  if (!payment || !intent || !cancelable.includes(intent.status)) return;
  cancelIntent(processor, intent, "void_invoice");
  const status_transitions = { ...payment.status_transitions, canceled_at: clock.seconds() };
  state.change(payment, { status: "canceled", status_transitions });
}
