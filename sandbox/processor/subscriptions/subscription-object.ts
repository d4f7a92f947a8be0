import type { Stripe } from "stripe";
import type { Cadence, Period } from "./billing-period.ts";
import { wholeList } from "../lists.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

/** The content of a new subscription. Times are Unix seconds. */
export interface NewSubscription {
  id?: string;
  customerId: string;
  price: Stripe.Price;
  quantity: number;
  status: Stripe.Subscription.Status;
  /** Where the billing periods are counted from. */
  anchor: number;
  /** The first period; a trial where there is one. */
  period: Period;
  trialEnd: number | null;
  createdAt: number;
  defaultPaymentMethodId: string | null;
  description: string | null;
  metadata: Record<string, string>;
}

/** A subscription of one item, not yet billed. */
export function newSubscription(facts: NewSubscription): Stripe.Subscription {
  const id = facts.id ?? newObjectId("sub");
  const item = newItem(id, facts);
  return {
    id,
    object: "subscription",
    ...unusedFields(),
    billing_cycle_anchor: facts.anchor,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: facts.createdAt,
    currency: facts.price.currency,
    customer: facts.customerId,
    default_payment_method: facts.defaultPaymentMethodId,
    description: facts.description,
    ended_at: null,
    items: wholeList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    metadata: facts.metadata,
    pause_collection: null,
    start_date: facts.createdAt,
    status: facts.status,
    trial_end: facts.trialEnd,
    trial_start: facts.trialEnd === null ? null : facts.createdAt,
  };
}

/** How often the price is billed; a price that is paid once has no cadence and is no price of a subscription. */
export function cadenceOf(price: Stripe.Price): Cadence {
  const { interval, interval_count: intervalCount } = price.recurring!;
  return { interval: interval as Cadence["interval"], intervalCount };
}

/** Subscriptions of the stand-in have one item. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  return subscription.items.data[0]!;
}

export function periodOf(subscription: Stripe.Subscription): Period {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return { start, end };
}

/** The items of a subscription after a change of its one item. */
export function withItem(
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.SubscriptionItem>,
): Stripe.Subscription["items"] {
  return { ...subscription.items, data: [{ ...itemOf(subscription), ...changes }] };
}

/** The older form of a price, which items still carry beside it. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, intervalCount } = cadenceOf(price);
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval,
    interval_count: intervalCount,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

function newItem(subscriptionId: string, facts: NewSubscription): Stripe.SubscriptionItem {
  return {
    id: facts.id === undefined ? newObjectId("si", 14) : facts.id.replace(/^sub_/, "si_"),
    object: "subscription_item",
    billing_thresholds: null,
    created: facts.createdAt,
    current_period_end: facts.period.end,
    current_period_start: facts.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(facts.price),
    price: structuredClone(facts.price),
    quantity: facts.quantity,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

/** Fields that no subscription of the stand-in uses. */
function unusedFields() {
  return {
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    collection_method: "charge_automatically",
    customer_account: null,
    days_until_due: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
  } satisfies Partial<Stripe.Subscription>;
}
