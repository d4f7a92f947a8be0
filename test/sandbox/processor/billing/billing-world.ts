import type { Stripe } from "stripe";
import { expect } from "vitest";
import { checkPublishedEvent } from "../published-shape.ts";
import type { ProcessorWorld } from "../stripe-client.ts";

export const daySeconds = 86_400;

/** A customer, with a saved card as the default when one is named. */
export async function newCustomer(
  { stripe }: ProcessorWorld,
  card: string | null = null,
): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: "buyer@app.example", name: "A Buyer" });
  if (card === null) return customer;
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
}

/** A session for credits at 10.00, or as `params` say. */
export function createCheckout(
  { stripe }: ProcessorWorld,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: "price_credits_starter", quantity: 1 }],
    success_url: "https://app.example/ok?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://app.example/no",
    client_reference_id: "txn_1",
    metadata: { transactionId: "txn_1" },
    payment_intent_data: { metadata: { transactionId: "txn_1" }, setup_future_usage: "off_session" },
    ...params,
  });
}

/** Events that the older published document lacks: payments of invoices, and that an upcoming invoice has no id. */
const unpublished = new Set<string>(["invoice_payment.paid", "invoice.upcoming"]);

/** Every event so far, oldest first, each held against the published shape. */
export async function allEvents({ stripe }: ProcessorWorld): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) events.unshift(event);
  for (const event of events)
    if (!unpublished.has(event.type)) expect(checkPublishedEvent(event as never)).toEqual([]);
  return events;
}

export async function eventTypes(world: ProcessorWorld): Promise<string[]> {
  return (await allEvents(world)).map(({ type }) => type);
}

/** A subscription of the starter plan at 29.00 a month, paid by a good card. */
export async function newSubscription(
  world: ProcessorWorld,
  params: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  const customer = params.customer ?? (await newCustomer(world, "pm_card_visa")).id;
  return world.stripe.subscriptions.create({
    customer,
    items: [{ price: "price_central_starter_monthly" }],
    metadata: { appId: "central", planId: "starter" },
    ...params,
  });
}

/** The item's period, as the pinned version of the API has it. */
export function periodOf({ items }: Stripe.Subscription): { start: number; end: number } {
  const { current_period_start: start, current_period_end: end } = items.data[0]!;
  return { start, end };
}
