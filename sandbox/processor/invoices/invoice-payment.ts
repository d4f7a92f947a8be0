import type { Stripe } from "stripe";
import { nextAttemptAt, standardDunning } from "../subscriptions/dunning.ts";
import { requireStatus, settleInvoice, updateInvoice } from "./invoices.ts";
import { confirmIntent, declineOf, openIntent } from "../payments/payment-flow.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";
import { idOf, newObjectId } from "../stored-objects.ts";
import {
  afterPaid,
  afterUnpaid,
  endSubscription,
  subscriptionOf,
  updateSubscription,
} from "../subscriptions/subscriptions.ts";

/** How an invoice is to be paid; with nothing said by the default method, as its card decides. */
export interface PaymentWish {
  methodId?: string;
  /** The bank's simulated answer, whatever the card. */
  outcome?: "paid" | "failed";
  /** The payer is present and confirms the bank's question. */
  isPayerPresent?: boolean;
}

const cardsOfOutcomes = { paid: "4242424242424242", failed: "4000000000000341" };

/**
 * Tries to collect an open invoice as of `at` (Unix seconds). The result is in the state of the invoice, its
 * payment and its subscription; without any method the attempt counts as failed.
 */
export function collectInvoice(
  processor: Processor,
  invoice: Stripe.Invoice,
  { at, methodId, outcome, isPayerPresent = false }: PaymentWish & { at: number },
): void {
  requireStatus(invoice, "open");
  const { state } = processor;
  const intent = intentOf(processor, invoice);
  state.setAside(intent.id, { triedAt: at });
  const method = state.find("payment_method", methodId ?? defaultMethodId(processor, invoice));
  if (!method) return bookFailure(processor, invoice, at);
  const behaved = state.aside(method.id)["number"];
  if (outcome) state.setAside(method.id, { number: cardsOfOutcomes[outcome] });
  try {
    confirmIntent(processor, intent, { method, offSession: !isPayerPresent });
  } finally {
    if (outcome) state.setAside(method.id, { number: behaved });
  }
}

/** Collects by the API: a failure that `collectInvoice` records is an error here, and the invoice stays open. */
export function payInvoice(
  processor: Processor,
  invoice: Stripe.Invoice,
  wish: PaymentWish & { at: number },
): Stripe.Invoice {
  requireStatus(invoice, "open");
  if ((wish.methodId ?? defaultMethodId(processor, invoice)) === null) {
    throw badRequest(
      "There is no `default_payment_method` set on this Customer or Invoice. Please set one, or pass a `payment_method`.",
    );
  }
  collectInvoice(processor, invoice, wish);
  const intent = intentOf(processor, invoice);
  if (intent.last_payment_error) throw declineOf(intent);
  if (intent.status === "requires_action") {
    const message =
      "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.";
    const details = {
      code: "invoice_payment_intent_requires_action",
      payment_intent: structuredClone(intent),
    };
    throw new ProcessorError(402, "card_error", message, details);
  }
  return invoice;
}

/** The payment of a final invoice, made when it is first wanted; every further try uses the same. */
export function intentOf(processor: Processor, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const { state } = processor;
  const known = paymentOf(processor, invoice);
  const found = state.find("payment_intent", idOf(known?.payment.payment_intent));
  if (found) return found;
  const intent = openIntent(processor, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    setup_future_usage: "off_session",
  });
  linkPayment(processor, invoice, intent);
  return intent;
}

/** Lets a payment be that of the invoice, which follows it from now on. */
export function linkPayment(
  { state }: Processor,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  state.setAside(intent.id, { invoice: invoice.id });
  state.add(newInvoicePayment(invoice, intent));
}

export function paymentOf({ state }: Processor, { id }: Stripe.Invoice): Stripe.InvoicePayment | null {
  return state.list("invoice_payment", ({ invoice }) => invoice === id)[0] ?? null;
}

/** True while the bank has not said its last word on the invoice's payment. */
export function isProcessing(processor: Processor, invoice: Stripe.Invoice): boolean {
  const payment = paymentOf(processor, invoice);
  return (
    processor.state.find("payment_intent", idOf(payment?.payment.payment_intent))?.status === "processing"
  );
}

/** Applies a step of its payment to an invoice. Called for every payment; those without an invoice are ignored. */
export function followIntent(processor: Processor, intent: Stripe.PaymentIntent): void {
  const { state, events, clock } = processor;
  const { invoice: id, triedAt } = state.aside(intent.id);
  const invoice = typeof id === "string" ? state.find("invoice", id) : null;
  if (invoice?.status !== "open") return;
  const at = typeof triedAt === "number" ? triedAt : clock.seconds();
  if (intent.status === "succeeded") {
    const payment = paymentOf(processor, invoice)!;
    state.change(payment, {
      amount_paid: intent.amount,
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: at },
    });
    state.change(invoice, { attempt_count: invoice.attempt_count + 1 });
    settleInvoice(processor, invoice, at);
    events.emit("invoice_payment.paid", payment);
    afterPaid(processor, invoice);
  } else if (intent.status === "requires_action") {
    events.emit("invoice.payment_action_required", invoice);
  } else if (intent.status === "requires_payment_method") bookFailure(processor, invoice, at);
}

function bookFailure(processor: Processor, invoice: Stripe.Invoice, at: number): void {
  const isFirst = invoice.billing_reason === "subscription_create";
  const attempts = invoice.attempt_count + 1;
  const next = isFirst ? null : nextAttemptAt(standardDunning, attempts, at);
  updateInvoice(processor, invoice, {
    attempt_count: attempts,
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  });
  processor.events.emit("invoice.payment_failed", invoice);
  afterUnpaid(processor, invoice);
  if (isFirst || next !== null) return;
  const subscription = subscriptionOf(processor, invoice);
  if (subscription?.status === "past_due") giveUp(processor, subscription, at);
}

/** Changes a subscription after the last failed attempt. */
function giveUp(processor: Processor, subscription: Stripe.Subscription, at: number): void {
  const { whenExhausted } = standardDunning;
  if (whenExhausted === "canceled")
    endSubscription(processor, subscription, { at, reason: "payment_failed" });
  else updateSubscription(processor, subscription, { status: whenExhausted });
}

/** Of the invoice, its subscription and its customer, the first that names one. */
function defaultMethodId(processor: Processor, invoice: Stripe.Invoice): string | null {
  const customer = processor.state.find("customer", idOf(invoice.customer));
  return (
    idOf(invoice.default_payment_method) ??
    idOf(subscriptionOf(processor, invoice)?.default_payment_method) ??
    idOf(customer?.invoice_settings.default_payment_method)
  );
}

function newInvoicePayment(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): Stripe.InvoicePayment {
  return {
    id: newObjectId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
