import type { Stripe } from "stripe";
import { collectInvoice } from "../invoices/invoice-payment.ts";
import { newPendingItem } from "../invoices/invoice-line.ts";
import { draftInvoice, finalizeInvoice } from "../invoices/invoices.ts";
import type { Params } from "../params.ts";
import { effectOf, type PriceChange } from "./price-change.ts";
import { nameOfPrice } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";
import { readFuture, readOwnMethod } from "./subscription-input.ts";
import { periodOf, planOf, withItem } from "./subscription-object.ts";
import { updateSubscription } from "./subscriptions.ts";

type Changes = Partial<Stripe.Subscription>;

/** Fields that an update sets as they are. */
export function readFields(processor: Processor, subscription: Stripe.Subscription, input: Params): Changes {
  const changes: Changes = {};
  if (input.has("metadata")) changes.metadata = input.metadata(subscription.metadata);
  if (input.has("description")) changes.description = input.string("description");
  if (input.has("default_payment_method"))
    changes.default_payment_method = readOwnMethod(processor, input, idOf(subscription.customer)!);
  return { ...changes, ...readPause(processor, input), ...readEnd(processor, subscription, input) };
}

function readPause(processor: Processor, input: Params): Changes {
  if (!input.has("pause_collection")) return {};
  if (input.isEmptied("pause_collection")) return { pause_collection: null };
  const pause = input.hash("pause_collection");
  pause.allow("behavior", "resumes_at");
  const behavior = pause.oneOf("behavior", ["keep_as_draft", "mark_uncollectible", "void"]);
  if (behavior === null)
    throw badRequest("Missing required param: pause_collection[behavior].", pause.nameOf("behavior"));
  return { pause_collection: { behavior, resumes_at: readFuture(processor, pause, "resumes_at") } };
}

function readEnd(processor: Processor, subscription: Stripe.Subscription, input: Params): Changes {
  const endsWithPeriod = input.boolean("cancel_at_period_end");
  if (endsWithPeriod !== null && input.has("cancel_at"))
    throw badRequest("Pass either `cancel_at` or `cancel_at_period_end`, not both.", "cancel_at");
  if (endsWithPeriod === true)
    return endingAt(processor, subscription, periodOf(subscription).end, { endsWithPeriod });
  if (endsWithPeriod === false || input.isEmptied("cancel_at")) return notEnding(subscription);
  if (!input.has("cancel_at")) return {};
  const isNamed = ["min_period_end", "max_period_end"].includes(input.string("cancel_at") ?? "");
  const at = isNamed ? periodOf(subscription).end : readFuture(processor, input, "cancel_at")!;
  return endingAt(processor, subscription, at, { endsWithPeriod: false });
}

/** The changes that end a subscription at `at`; idempotent. */
export function endingAt(
  { clock }: Processor,
  subscription: Stripe.Subscription,
  at: number,
  { endsWithPeriod }: { endsWithPeriod: boolean },
): Changes {
  const wasAsked = subscription.cancel_at === at && subscription.canceled_at !== null;
  return {
    cancel_at: at,
    cancel_at_period_end: endsWithPeriod,
    canceled_at: wasAsked ? subscription.canceled_at : clock.seconds(),
    cancellation_details: { ...subscription.cancellation_details!, reason: "cancellation_requested" },
  };
}

/** The changes that let a subscription continue. */
export function notEnding(subscription: Stripe.Subscription): Changes {
  return {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { ...subscription.cancellation_details!, reason: null },
  };
}

/** Sets the fields and the new price in one change, and bills what that costs: now, or with the next invoice. */
export function changeSubscription(
  processor: Processor,
  subscription: Stripe.Subscription,
  { fields, change, collects }: { fields: Changes; change: PriceChange | null; collects: boolean },
): void {
  if (change === null) return updateSubscription(processor, subscription, fields);
  const { state, events, clock } = processor;
  const now = clock.seconds();
  const effect = effectOf(subscription, change, (price) => nameOfPrice(processor, price));
  const { price, quantity } = change;
  const items = withItem(subscription, {
    price: structuredClone(price),
    plan: planOf(price),
    quantity,
    current_period_start: effect.period.start,
    current_period_end: effect.period.end,
  });
  const end = subscription.cancel_at_period_end ? { cancel_at: effect.period.end } : {};
  const anchor = { billing_cycle_anchor: effect.anchor };
  updateSubscription(processor, subscription, { ...end, ...fields, ...anchor, items });
  if (!effect.isBilledNow) {
    for (const line of effect.lines) {
      const item = state.add(newPendingItem(line, idOf(subscription.customer)!, now));
      events.emit("invoiceitem.created", item);
    }
    return;
  }
  const invoice = draftInvoice(processor, {
    subscription,
    reason: "subscription_update",
    lines: effect.lines,
    period: { start: now, end: now },
    at: now,
    prorationDate: change.behavior === "none" ? null : change.at,
  });
  finalizeInvoice(processor, invoice, now);
  if (invoice.status === "open" && collects) collectInvoice(processor, invoice, { at: now });
}
