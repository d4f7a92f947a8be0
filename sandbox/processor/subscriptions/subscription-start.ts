import type { Stripe } from "stripe";
import { periodAt, type Period } from "./billing-period.ts";
import { collectInvoice, type PaymentWish } from "../invoices/invoice-payment.ts";
import { draftInvoice, finalizeInvoice } from "../invoices/invoices.ts";
import { periodLine } from "./price-change.ts";
import { nameOfPrice } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { cadenceOf, newSubscription, type NewSubscription } from "./subscription-object.ts";

/** A subscription that is wanted. Times are Unix seconds. */
export interface SubscriptionWish extends Pick<
  NewSubscription,
  "customerId" | "price" | "quantity" | "defaultPaymentMethodId" | "description" | "metadata"
> {
  id?: string;
  invoiceId?: string;
  at: number;
  /** Nothing is billed before. */
  trialEnd: number | null;
  /** How the first invoice is paid; null leaves it open for the payer to confirm. */
  payment: PaymentWish | null;
}

/**
 * Begins a subscription with its first invoice. It is active when that is paid or nothing is due, in trial while that
 * lasts, and else incomplete until it is paid or a day has almost passed.
 */
export function startSubscription(processor: Processor, wish: SubscriptionWish): Stripe.Subscription {
  const { state, events } = processor;
  const { price, quantity, at, trialEnd } = wish;
  const cadence = cadenceOf(price);
  const period: Period = trialEnd === null ? periodAt(at, cadence, at) : { start: at, end: trialEnd };
  const isFree = trialEnd !== null || (price.unit_amount ?? 0) * quantity === 0;
  const status = trialEnd !== null ? "trialing" : isFree ? "active" : "incomplete";
  const anchor = trialEnd ?? at;
  const facts: NewSubscription = { ...wish, status, anchor, period, createdAt: at };
  const subscription = state.add(newSubscription(facts));
  const full = periodLine(subscription, { price, quantity, period }, (one) => nameOfPrice(processor, one));
  const line = trialEnd === null ? full : { ...full, amount: 0, description: `Trial: ${full.description}` };
  events.emit("customer.subscription.created", subscription);
  const billing = {
    subscription,
    lines: [line],
    reason: "subscription_create" as const,
    period: { start: at, end: at },
    at,
  };
  const invoice = draftInvoice(
    processor,
    wish.invoiceId === undefined ? billing : { ...billing, id: wish.invoiceId },
  );
  finalizeInvoice(processor, invoice, at);
  if (invoice.status === "open" && wish.payment) collectInvoice(processor, invoice, { ...wish.payment, at });
  return subscription;
}
