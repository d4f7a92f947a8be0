import type { Stripe } from "stripe";
import { expiryOf, nameOfMethod, offeredCards, savedMethods } from "./hosted-cards.ts";
import type { PortalSubscription, PortalView } from "./portal-page.ts";
import { productName, rhythmOf } from "./price-name.ts";
import type { Processor } from "../processor-context.ts";
import { itemOf, periodOf } from "../subscriptions/subscription-object.ts";
import { isLive } from "../subscriptions/subscriptions.ts";

const invoicesShown = 24;

/** The data of the portal's page for the session's customer. */
export function portalView(
  processor: Processor,
  session: Stripe.BillingPortal.Session,
  address: string,
): Omit<PortalView, "problem" | "done"> {
  const { state } = processor;
  const customer = state.require("customer", session.customer);
  const isTheirs = (object: { customer: unknown }) => object.customer === customer.id;
  const invoices = state.list("invoice", (one) => isTheirs(one) && one.status !== "draft");
  return {
    address,
    customerName: customer.name ?? customer.email ?? "your account",
    returnUrl: session.return_url,
    subscriptions: state.list("subscription", isTheirs).map((one) => viewOf(processor, one)),
    methods: savedMethods(processor, customer.id).map((method) => ({
      id: method.id,
      label: nameOfMethod(method),
      expires: expiryOf(method),
      isDefault: customer.invoice_settings.default_payment_method === method.id,
    })),
    invoices: invoices.slice(0, invoicesShown).map((invoice) => ({
      number: invoice.number ?? invoice.id,
      createdAt: invoice.created,
      amount: invoice.total,
      currency: invoice.currency,
      status: invoice.status ?? "",
      url: invoice.hosted_invoice_url ?? null,
    })),
    cards: offeredCards,
  };
}

function viewOf(processor: Processor, subscription: Stripe.Subscription): PortalSubscription {
  const { price, quantity = 1 } = itemOf(subscription);
  const endsAt = subscription.ended_at ?? subscription.cancel_at;
  const isOn = isLive(subscription);
  return {
    id: subscription.id,
    name: productName(processor, price),
    amount: (price.unit_amount ?? 0) * quantity,
    currency: subscription.currency,
    interval: rhythmOf(price.recurring!),
    status: subscription.status,
    periodEnd: periodOf(subscription).end,
    endsAt,
    canCancel: isOn && endsAt === null,
    canKeep: isOn && endsAt !== null,
  };
}
