import type { Stripe } from "stripe";
import type { NewCheckout, ProcessorCheckout } from "./processor.port.ts";
import { idOf, toSeconds } from "../../../src/stripe/stripe-client.ts";

/** The method that pays is saved, so that later payments need no payer. */
export function fromCheckout(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { mode, line, metadata } = checkout;
  return {
    mode,
    customer: checkout.customerId,
    line_items: [{ quantity: 1, ...lineOf(line) }],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.reference,
    ...(checkout.expiresAt ? { expires_at: toSeconds(checkout.expiresAt) } : {}),
    metadata,
    ...(mode === "payment"
      ? { payment_intent_data: { metadata, setup_future_usage: "off_session" as const } }
      : { subscription_data: { metadata } }),
  };
}

function lineOf(line: NewCheckout["line"]): Stripe.Checkout.SessionCreateParams.LineItem {
  if ("priceId" in line) return { price: line.priceId };
  const { amount, currency, name } = line;
  return {
    price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name } },
  };
}

export function toCheckout(session: Stripe.Checkout.Session): ProcessorCheckout {
  const { mode, status } = session;
  return {
    sessionId: session.id,
    url: session.url,
    status: (["complete", "expired"] as const).find((name) => name === status) ?? "open",
    // Nothing is owed for a session whose total is zero.
    isPaid: session.payment_status === "paid" || session.payment_status === "no_payment_required",
    mode: (["subscription", "setup"] as const).find((name) => name === mode) ?? "payment",
    customerId: idOf(session.customer),
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    invoiceId: idOf(session.invoice),
    amount: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    reference: session.client_reference_id,
    metadata: { ...session.metadata },
  };
}
