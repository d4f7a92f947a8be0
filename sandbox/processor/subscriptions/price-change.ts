import type { Stripe } from "stripe";
import { periodAt, type Period } from "./billing-period.ts";
import type { LineFacts } from "../invoices/invoice-line.ts";
import { prorate } from "./proration.ts";
import { cadenceOf, itemOf, periodOf } from "./subscription-object.ts";

export const prorationBehaviors = ["create_prorations", "none", "always_invoice"] as const;
export type ProrationBehavior = (typeof prorationBehaviors)[number];

/** A requested change of a subscription's price. */
export interface PriceChange {
  price: Stripe.Price;
  quantity: number;
  behavior: ProrationBehavior;
  /** The moment it is computed for, in Unix seconds, within the current period. */
  at: number;
}

/** The effect of a change: computed alike for its preview and for the change itself. */
export interface PriceChangeEffect {
  lines: LineFacts[];
  /** True: the lines are billed immediately. False: they wait for the next invoice. */
  isBilledNow: boolean;
  anchor: number;
  period: Period;
}

/** Names a price as invoices do. */
export type NamePrice = (price: Stripe.Price) => string;

/**
 * The cost and time of the change. A price with the same billing interval keeps the period; one with another
 * interval starts a new period, paid immediately, with credit for the rest of the old one. A trial costs
 * nothing. Source: Stripe, "Modify subscriptions" and "Prorations" (Billing docs).
 */
export function effectOf(
  subscription: Stripe.Subscription,
  change: PriceChange,
  nameOf: NamePrice,
): PriceChangeEffect {
  const [period, anchor] = [periodOf(subscription), subscription.billing_cycle_anchor];
  if (subscription.status === "trialing") return { lines: [], isBilledNow: false, anchor, period };
  const { credit, debit } = prorationLines(subscription, change, nameOf);
  if (hasSameRhythm(itemOf(subscription).price, change.price)) {
    const lines = change.behavior === "none" || isNothing(subscription, change) ? [] : [credit, debit];
    return { lines, isBilledNow: change.behavior === "always_invoice" && lines.length > 0, anchor, period };
  }
  const fresh = periodAt(change.at, cadenceOf(change.price), change.at);
  const paid = periodLine(subscription, { ...change, period: fresh }, nameOf);
  const lines = change.behavior === "none" ? [paid] : [credit, paid];
  return { lines, isBilledNow: true, anchor: change.at, period: fresh };
}

/** The line for a whole period: `1 × Starter (at $29.00 / month)`. */
export function periodLine(
  subscription: Stripe.Subscription,
  { price, quantity, period }: { price: Stripe.Price; quantity: number; period: Period },
  nameOf: NamePrice,
): LineFacts {
  return {
    ...linkOf(subscription),
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${nameOf(price)}`,
    period,
    price,
    quantity,
    isProration: false,
  };
}

function prorationLines(subscription: Stripe.Subscription, change: PriceChange, nameOf: NamePrice) {
  const { price: old, quantity: oldQuantity = 1 } = itemOf(subscription);
  const from = { unitAmount: old.unit_amount ?? 0, quantity: oldQuantity };
  const to = { unitAmount: change.price.unit_amount ?? 0, quantity: change.quantity };
  const { credit, debit, period } = prorate({ from, to }, periodOf(subscription), change.at);
  const common = { ...linkOf(subscription), period, isProration: true };
  const day = new Date(change.at * 1000).toISOString().slice(0, 10);
  const unused = `Unused time on ${nameOf(old)} after ${day}`;
  const remaining = `Remaining time on ${nameOf(change.price)} after ${day}`;
  return {
    credit: { ...common, amount: credit, description: unused, price: old, quantity: oldQuantity },
    debit: {
      ...common,
      amount: debit,
      description: remaining,
      price: change.price,
      quantity: change.quantity,
    },
  };
}

function linkOf(subscription: Stripe.Subscription) {
  return {
    subscriptionId: subscription.id,
    subscriptionItemId: itemOf(subscription).id,
    invoiceItemId: null,
    metadata: { ...subscription.metadata },
  };
}

function hasSameRhythm(old: Stripe.Price, next: Stripe.Price): boolean {
  const [from, to] = [cadenceOf(old), cadenceOf(next)];
  return from.interval === to.interval && from.intervalCount === to.intervalCount;
}

function isNothing(subscription: Stripe.Subscription, { price, quantity }: PriceChange): boolean {
  const item = itemOf(subscription);
  return item.price.id === price.id && (item.quantity ?? 1) === quantity;
}
