import type { Stripe } from "stripe";
import { changedFields } from "../changed-fields.ts";
import { pendingItems } from "../invoices/invoices.ts";
import type { Processor } from "../processor-context.ts";
import { idOf } from "../stored-objects.ts";

const endedStatuses: readonly string[] = ["canceled", "incomplete_expired"];

/** True while it may still be billed or changed. */
export function isLive({ status }: Stripe.Subscription): boolean {
  return !endedStatuses.includes(status);
}

/** Changes a subscription and emits an event with the old values; no event without changes. */
export function updateSubscription(
  { state, events }: Processor,
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): void {
  const previous = changedFields(subscription, changes);
  if (Object.keys(previous).length === 0) return;
  state.change(subscription, changes);
  events.emit("customer.subscription.updated", subscription, previous);
}

/**
 * Ends the subscription at `at` (Unix seconds). Nothing more is collected for it, and its pending lines are
 * dropped. One that was never paid for expires instead.
 */
export function endSubscription(
  processor: Processor,
  subscription: Stripe.Subscription,
  { at, reason }: { at: number; reason: Stripe.Subscription.CancellationDetails.Reason | null },
): void {
  const { state, events } = processor;
  for (const item of pendingItems(processor, subscription))
    state.bury(item, { id: item.id, object: "invoiceitem", deleted: true } as { id: string });
  for (const invoice of invoicesOf(processor, subscription, "open", "draft"))
    state.change(invoice, { auto_advance: false, next_payment_attempt: null });
  const ended = { canceled_at: subscription.canceled_at ?? at, ended_at: at, pause_collection: null };
  if (subscription.status === "incomplete")
    return updateSubscription(processor, subscription, { ...ended, status: "incomplete_expired" });
  state.change(subscription, {
    ...ended,
    status: "canceled",
    cancellation_details: { ...subscription.cancellation_details!, reason },
  });
  events.emit("customer.subscription.deleted", subscription);
}

/** The subscription's invoices of these statuses, newest first. */
export function invoicesOf(
  { state }: Processor,
  subscription: Stripe.Subscription,
  ...statuses: readonly string[]
): Stripe.Invoice[] {
  return state.list(
    "invoice",
    (invoice) =>
      idOf(invoice.parent?.subscription_details?.subscription) === subscription.id &&
      statuses.includes(invoice.status ?? ""),
  );
}

/** Applies the payment of an invoice to its subscription: paying the latest one makes it active. */
export function afterPaid(processor: Processor, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(processor, invoice);
  if (!subscription || idOf(subscription.latest_invoice) !== invoice.id) return;
  if (["incomplete", "past_due", "unpaid"].includes(subscription.status))
    updateSubscription(processor, subscription, { status: "active" });
}

/** Applies a failed attempt: the first invoice leaves it incomplete, a later one makes it past due. */
export function afterUnpaid(processor: Processor, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(processor, invoice);
  if (subscription?.status === "active") updateSubscription(processor, subscription, { status: "past_due" });
}

export function subscriptionOf({ state }: Processor, invoice: Stripe.Invoice): Stripe.Subscription | null {
  return state.find("subscription", idOf(invoice.parent?.subscription_details?.subscription));
}
