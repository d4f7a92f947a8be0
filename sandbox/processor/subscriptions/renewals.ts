import type { Stripe } from "stripe";
import { periodAt } from "./billing-period.ts";
import { incompleteSeconds } from "./dunning.ts";
import { collectInvoice, isProcessing, type PaymentWish } from "../invoices/invoice-payment.ts";
import { previewInvoice } from "../invoices/invoice-preview.ts";
import { markUncollectible, voidInvoice } from "../invoices/invoice-void.ts";
import { draftInvoice, finalizeInvoice } from "../invoices/invoices.ts";
import { periodLine } from "./price-change.ts";
import { nameOfPrice } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { cadenceOf, itemOf, periodOf, withItem } from "./subscription-object.ts";
import { endSubscription, invoicesOf, isLive, updateSubscription } from "./subscriptions.ts";

const draftSeconds = 3600;
const upcomingSeconds = 7 * 86_400;

/** A timed step of a subscription. */
interface DueStep {
  at: number;
  run(at: number): void;
}

/** Does everything that fell due up to `until` (Unix seconds), each thing as of its own time and in their order. */
export function settleDue(processor: Processor, until: number): void {
  for (const subscription of processor.state.list("subscription", isLive)) {
    for (let step = nextStep(processor, subscription); step && step.at <= until;) {
      step.run(step.at);
      step = nextStep(processor, subscription);
    }
  }
}

function nextStep(processor: Processor, subscription: Stripe.Subscription): DueStep | null {
  if (!isLive(subscription)) return null;
  const steps = [
    ...stepsOfSubscription(processor, subscription),
    ...stepsOfInvoices(processor, subscription),
  ];
  return steps.reduce<DueStep | null>((first, step) => (first && first.at <= step.at ? first : step), null);
}

function stepsOfSubscription(processor: Processor, subscription: Stripe.Subscription): DueStep[] {
  const { status, created, cancel_at: cancelAt, pause_collection: pause } = subscription;
  if (status === "incomplete") {
    const first = invoicesOf(processor, subscription, "open")[0];
    if (first && isProcessing(processor, first)) return [];
    return [{ at: created + incompleteSeconds, run: (at) => expire(processor, subscription, at) }];
  }
  if (status === "paused") return [];
  const { end } = periodOf(subscription);
  const steps: DueStep[] = [{ at: end, run: (at) => turnPeriod(processor, subscription, { at }) }];
  if (cancelAt !== null && cancelAt <= end)
    steps.unshift({ at: cancelAt, run: (at) => endAsAsked(processor, subscription, at) });
  const resumesAt = pause?.resumes_at ?? null;
  if (resumesAt !== null)
    steps.unshift({
      at: resumesAt,
      run: () => updateSubscription(processor, subscription, { pause_collection: null }),
    });
  const isAnnounced = processor.state.aside(subscription.id)["announcedPeriodEnd"] === end;
  if (!isAnnounced && cancelAt === null && pause === null)
    steps.push({ at: end - upcomingSeconds, run: () => announce(processor, subscription, end) });
  return steps;
}

/** Finalizes drafts, and retries failed collections. */
function stepsOfInvoices(processor: Processor, subscription: Stripe.Subscription): DueStep[] {
  return invoicesOf(processor, subscription, "draft", "open").flatMap((invoice): DueStep[] => {
    const finalizesAt = invoice.automatically_finalizes_at;
    if (invoice.status === "draft")
      return finalizesAt === null ? [] : [{ at: finalizesAt, run: (at) => bill(processor, invoice, { at }) }];
    const tryAt = invoice.next_payment_attempt;
    return tryAt === null ? [] : [{ at: tryAt, run: (at) => collectInvoice(processor, invoice, { at }) }];
  });
}

/** How a renewal is played when it does not wait for its time. */
export interface Turn {
  at: number;
  /** If given: the invoice is finalized and tried immediately, with this outcome. */
  payment?: PaymentWish;
}

/** Ends the period: starts the next one with its invoice, or ends the subscription if that was requested. */
export function turnPeriod(processor: Processor, subscription: Stripe.Subscription, turn: Turn): void {
  const before = periodOf(subscription);
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription;
  if (endsWithPeriod || (cancelAt !== null && cancelAt <= before.end))
    return endAsAsked(processor, subscription, turn.at);
  const item = itemOf(subscription);
  const { price, quantity = 1 } = item;
  const period = periodAt(subscription.billing_cycle_anchor, cadenceOf(price), before.end);
  const status = subscription.status === "trialing" ? "active" : subscription.status;
  const items = withItem(subscription, {
    current_period_start: period.start,
    current_period_end: period.end,
  });
  updateSubscription(processor, subscription, { items, status });
  const behavior = subscription.pause_collection?.behavior ?? null;
  const waits = turn.payment === undefined && behavior === null && status !== "unpaid";
  const invoice = draftInvoice(processor, {
    subscription,
    reason: "subscription_cycle",
    lines: [periodLine(subscription, { price, quantity, period }, (one) => nameOfPrice(processor, one))],
    period: before,
    at: turn.at,
    finalizesAt: waits ? turn.at + draftSeconds : null,
  });
  if (behavior !== null) return shelve(processor, invoice, behavior, turn.at);
  if (turn.payment) bill(processor, invoice, { ...turn.payment, at: turn.at });
}

/** Makes the draft final and tries to collect it. */
function bill(processor: Processor, invoice: Stripe.Invoice, wish: PaymentWish & { at: number }): void {
  finalizeInvoice(processor, invoice, wish.at);
  if (invoice.status === "open") collectInvoice(processor, invoice, wish);
}

/** Handles an invoice while collection is paused. */
function shelve(processor: Processor, invoice: Stripe.Invoice, behavior: string, at: number): void {
  if (behavior === "keep_as_draft") return;
  finalizeInvoice(processor, invoice, at);
  if (invoice.status !== "open") return;
  if (behavior === "void") voidInvoice(processor, invoice, at);
  else markUncollectible(processor, invoice, at);
}

function endAsAsked(processor: Processor, subscription: Stripe.Subscription, at: number): void {
  endSubscription(processor, subscription, { at, reason: "cancellation_requested" });
}

function expire(processor: Processor, subscription: Stripe.Subscription, at: number): void {
  for (const invoice of invoicesOf(processor, subscription, "open")) voidInvoice(processor, invoice, at);
  endSubscription(processor, subscription, { at, reason: null });
}

function announce(processor: Processor, subscription: Stripe.Subscription, end: number): void {
  processor.state.setAside(subscription.id, { announcedPeriodEnd: end });
  const upcoming = previewInvoice(processor, { subscription, change: null });
  // An upcoming invoice has no id yet.
  const { id: _id, ...invoice } = upcoming;
  processor.events.emit("invoice.upcoming", invoice);
}
