import type { Stripe } from "stripe";
import type { ProcessorSubscription } from "./processor.port.ts";
import { idOf, toDate, toDateOrNull } from "../../../src/stripe/stripe-client.ts";

/** The period's place before the 2025-03-31 version of the API. */
interface EarlierPeriod {
  current_period_start?: number;
  current_period_end?: number;
}

/**
 * A subscription as the port shows it. The period is that of the item, or of the subscription where an older version
 * wrote it; a `cancel_at` on the period's end is a cancellation with the period, which is all that flexible billing says.
 */
export function toSubscription(subscription: Stripe.Subscription): ProcessorSubscription {
  const item = firstItem(subscription);
  const earlier = subscription as EarlierPeriod;
  const start = item.current_period_start ?? earlier.current_period_start ?? subscription.start_date;
  const end = item.current_period_end ?? earlier.current_period_end ?? start;
  const { cancel_at, cancel_at_period_end, pause_collection } = subscription;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer)!,
    processorStatus: subscription.status,
    priceId: item.price.id,
    currency: subscription.currency.toUpperCase(),
    interval: item.price.recurring?.interval === "year" ? "year" : "month",
    currentPeriodStart: toDate(start),
    currentPeriodEnd: toDate(end),
    cancelAtPeriodEnd: cancel_at_period_end || (cancel_at !== null && cancel_at === end),
    cancelAt: toDateOrNull(cancel_at ?? (cancel_at_period_end ? end : null)),
    canceledAt: toDateOrNull(subscription.canceled_at),
    endedAt: toDateOrNull(subscription.ended_at),
    pause: pause_collection
      ? { behavior: pause_collection.behavior, resumesAt: toDateOrNull(pause_collection.resumes_at) }
      : null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    createdAt: toDate(subscription.created),
    metadata: { ...subscription.metadata },
  };
}

/** Ours have one item: the plan. */
export function firstItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = items.data[0];
  if (!item) throw new Error(`The subscription ${id} has no item.`);
  return item;
}
