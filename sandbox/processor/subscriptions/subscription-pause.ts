import type { Stripe } from "stripe";
import { periodAt } from "./billing-period.ts";
import { collectInvoice } from "../invoices/invoice-payment.ts";
import { draftInvoice, finalizeInvoice } from "../invoices/invoices.ts";
import { periodLine } from "./price-change.ts";
import { nameOfPrice } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { ProcessorError } from "../processor-error.ts";
import { cadenceOf, itemOf, withItem } from "./subscription-object.ts";

/** Stops the subscription itself, not only its collection: nothing is billed until it is resumed. */
export function pauseSubscription(
  processor: Processor,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  requireStatus(subscription, "active", "trialing");
  const { state, events, clock } = processor;
  const type = { subscription: { type: "pause_requested" }, type: "subscription" };
  const paused = { ...type, transitioned_at: clock.seconds() };
  state.change(subscription, { status: "paused", status_details: { paused } });
  events.emit("customer.subscription.paused", subscription);
  return subscription;
}

/** A paused subscription begins a new period now, with its invoice. */
export function resumeSubscription(
  processor: Processor,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  requireStatus(subscription, "paused");
  const { state, events, clock } = processor;
  const at = clock.seconds();
  const { price, quantity = 1 } = itemOf(subscription);
  const period = periodAt(at, cadenceOf(price), at);
  const items = withItem(subscription, {
    current_period_start: period.start,
    current_period_end: period.end,
  });
  state.change(subscription, { status: "active", billing_cycle_anchor: at, items });
  delete subscription.status_details;
  events.emit("customer.subscription.resumed", subscription);
  const line = periodLine(subscription, { price, quantity, period }, (one) => nameOfPrice(processor, one));
  const invoice = draftInvoice(processor, {
    subscription,
    reason: "subscription_update",
    lines: [line],
    period: { start: at, end: at },
    at,
  });
  finalizeInvoice(processor, invoice, at);
  if (invoice.status === "open") collectInvoice(processor, invoice, { at });
  return subscription;
}

function requireStatus(subscription: Stripe.Subscription, ...allowed: readonly string[]): void {
  if (allowed.includes(subscription.status)) return;
  const message = `The subscription is ${subscription.status}. Only ${allowed.join(" or ")} subscriptions can be changed this way.`;
  throw new ProcessorError(400, "invalid_request_error", message);
}
