import type { Stripe } from "stripe";
import { z } from "zod";
import { collectInvoice, payInvoice, type PaymentWish } from "../invoices/invoice-payment.ts";
import { listPage, listParams } from "../lists.ts";
import type { Params } from "../params.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest, noSuch, ProcessorError } from "../processor-error.ts";
import { settleDue, turnPeriod } from "./renewals.ts";
import { idOf } from "../stored-objects.ts";
import { changeSubscription, readFields } from "./subscription-changes.ts";
import {
  readFuture,
  readItem,
  readOwnMethod,
  readPriceChange,
  readQuantity,
  readRecurringPrice,
} from "./subscription-input.ts";
import { pauseSubscription, resumeSubscription } from "./subscription-pause.ts";
import { startSubscription } from "./subscription-start.ts";
import { endSubscription, invoicesOf, isLive } from "./subscriptions.ts";

const creatable = [
  "collection_method",
  "customer",
  "default_payment_method",
  "description",
  "items",
  "metadata",
  "off_session",
  "payment_behavior",
  "trial_end",
  "trial_period_days",
];
const changeable = [
  "cancel_at",
  "cancel_at_period_end",
  "default_payment_method",
  "description",
  "items",
  "metadata",
  "off_session",
  "pause_collection",
  "payment_behavior",
  "proration_behavior",
  "proration_date",
];
const statuses = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

/**
 * `/v1/subscriptions`. Control: `POST /subscriptions/{id}/renew {outcome: "paid"|"failed"}` plays what comes next now,
 * without moving the clock: the next try to collect an open invoice, else the next renewal with its first try.
 */
export const subscriptionRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, clock } = processor;
  const find = (params: Record<string, string>) => state.require("subscription", params["subscription"]!);
  clock.onMove(() => settleDue(processor, clock.seconds()));
  processor.onCustomerDeleted.push((customer) => {
    const isTheirs = (one: Stripe.Subscription) => one.customer === customer.id && isLive(one);
    for (const subscription of state.list("subscription", isTheirs))
      endSubscription(processor, subscription, { at: clock.seconds(), reason: null });
  });
  scope.post("/v1/subscriptions", ({ input }) => createSubscription(processor, input));
  scope.get("/v1/subscriptions", ({ input }) => listSubscriptions(processor, input));
  scope.get("/v1/subscriptions/:subscription", ({ params }) => find(params));
  scope.post("/v1/subscriptions/:subscription", ({ params, input }) =>
    updateByApi(processor, find(params), input),
  );
  scope.delete("/v1/subscriptions/:subscription", ({ params, input }) => {
    input.allow("cancellation_details", "invoice_now", "prorate");
    const subscription = find(params);
    if (!isLive(subscription)) throw noSuch("subscription", subscription.id, "id");
    endSubscription(processor, subscription, { at: clock.seconds(), reason: "cancellation_requested" });
    return subscription;
  });
  scope.post("/v1/subscriptions/:subscription/pause", ({ params, input }) => {
    input.allow("bill_for", "invoicing_behavior", "type");
    return pauseSubscription(processor, find(params));
  });
  scope.post("/v1/subscriptions/:subscription/resume", ({ params, input }) => {
    input.allow("billing_cycle_anchor", "proration_behavior", "proration_date");
    return resumeSubscription(processor, find(params));
  });
  const renewSchema = z.object({ outcome: z.enum(["paid", "failed"]).default("paid") });
  scope.control("/subscriptions/:subscription/renew", renewSchema, (wish, params) => {
    const subscription = find(params);
    renewNow(processor, subscription, wish);
    return { subscription, invoice: state.find("invoice", idOf(subscription.latest_invoice)) };
  });
};

function createSubscription(processor: Processor, input: Params): Stripe.Subscription {
  input.allow(...creatable);
  const { state, clock } = processor;
  const customer = state.require("customer", input.requiredString("customer"), "customer");
  input.oneOf("collection_method", ["charge_automatically"]);
  const behavior = input.oneOf("payment_behavior", ["allow_incomplete", "default_incomplete"]);
  const item = readItem(input);
  item.allow("price", "quantity");
  const price = readRecurringPrice(processor, item);
  const defaultPaymentMethodId = readOwnMethod(processor, input, customer.id);
  const at = clock.seconds();
  const trialDays = input.integer("trial_period_days", { min: 1, max: 730 });
  const isPayerPresent = input.boolean("off_session") === false;
  const wish = {
    customerId: customer.id,
    price,
    quantity: readQuantity(item) ?? 1,
    defaultPaymentMethodId,
    description: input.string("description"),
    metadata: input.metadata(),
    trialEnd: trialDays === null ? readFuture(processor, input, "trial_end") : at + trialDays * 86_400,
    at,
    payment: behavior === "default_incomplete" ? null : { isPayerPresent },
  };
  const canPay = defaultPaymentMethodId ?? customer.invoice_settings.default_payment_method;
  if (wish.payment && canPay === null && wish.trialEnd === null && (price.unit_amount ?? 0) > 0) {
    const message = "This customer has no attached payment source or default payment method.";
    throw new ProcessorError(400, "invalid_request_error", message, { code: "resource_missing" });
  }
  return startSubscription(processor, wish);
}

function updateByApi(
  processor: Processor,
  subscription: Stripe.Subscription,
  input: Params,
): Stripe.Subscription {
  input.allow(...changeable);
  const lasting = new Set(["metadata", "expand"]);
  if (!isLive(subscription) && input.names().some((name) => !lasting.has(name))) {
    const message = "A canceled subscription can only update its cancellation_details and metadata.";
    throw badRequest(message, undefined, "invalid_canceled_subscription_fields");
  }
  const behavior = input.oneOf("payment_behavior", ["allow_incomplete", "default_incomplete"]);
  const fields = readFields(processor, subscription, input);
  const change = readPriceChange(processor, subscription, input);
  changeSubscription(processor, subscription, {
    fields,
    change,
    collects: behavior !== "default_incomplete",
  });
  return subscription;
}

function listSubscriptions({ state }: Processor, input: Params) {
  input.allow(...listParams, "collection_method", "customer", "price", "status");
  const status = input.oneOf("status", statuses);
  const [customer, price] = [input.string("customer"), input.string("price")];
  const isWanted = (subscription: Stripe.Subscription) =>
    hasStatus(subscription, status) &&
    (customer === null || subscription.customer === customer) &&
    (price === null || subscription.items.data.some((item) => item.price.id === price));
  return listPage(input, state.list("subscription", isWanted), "/v1/subscriptions");
}

/** Canceled subscriptions are omitted unless requested. */
function hasStatus(subscription: Stripe.Subscription, status: (typeof statuses)[number] | null): boolean {
  if (status === null) return subscription.status !== "canceled";
  if (status === "all") return true;
  return status === "ended" ? !isLive(subscription) : subscription.status === status;
}

function renewNow(processor: Processor, subscription: Stripe.Subscription, wish: PaymentWish): void {
  if (!isLive(subscription))
    throw new ProcessorError(400, "invalid_request_error", `The subscription is ${subscription.status}.`);
  const at = processor.clock.seconds();
  const open = invoicesOf(processor, subscription, "open")[0];
  if (!open) return turnPeriod(processor, subscription, { at, payment: wish });
  if (wish.outcome === "paid") payInvoice(processor, open, { ...wish, at });
  else collectInvoice(processor, open, { ...wish, at });
}
