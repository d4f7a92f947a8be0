import type { EventEffect, EventOutcome } from "../processor/event-effect.ts";
import { forgetCustomer, ownerOfCustomer } from "../processor/customers.service.ts";
import { applySnapshot, type ApplyOutcome, type SubscriptionReading } from "./apply-snapshot.service.ts";
import { customerIdOf, ownIdOf, subscriptionOf } from "./event-subjects.ts";
import { announcePaymentMethods } from "./payment-methods.service.ts";
import { readCustomersSubscriptions, readSnapshot } from "./read-snapshot.service.ts";

/** Outcomes that count as done; the rest is read again a minute later. */
const outcomes: Record<ApplyOutcome, EventOutcome> = {
  applied: "processed",
  contested: "processed",
  unchanged: "processed",
  duplicate: "processed",
  unstarted: "ignored",
  stale: "queued",
  unknown: "queued",
};

/** Reads the event's subscription again and applies it, whatever the event says. */
function refreshes(
  types: readonly string[],
  subjectOf: (object: Record<string, unknown>) => string | null,
): EventEffect<SubscriptionReading | "nothing" | "missing"> {
  return {
    types,
    read: async (ctx, { object }) => {
      const id = subjectOf(object);
      return id === null ? "nothing" : ((await readSnapshot(ctx, id)) ?? "missing");
    },
    apply: async (ctx, em, event, reading) => {
      if (reading === "nothing") return "ignored";
      if (reading === "missing") return "queued";
      const { outcome } = await applySnapshot(ctx, em, reading, event.createdAt);
      return outcomes[outcome];
    },
  };
}

const ofItself = refreshes(
  ["created", "updated", "deleted", "paused", "resumed"].map((name) => `customer.subscription.${name}`),
  ownIdOf,
);

const ofItsInvoice = refreshes(
  ["paid", "payment_failed", "upcoming", "voided"].map((name) => `invoice.${name}`),
  subscriptionOf,
);

/** A checkout that sells a plan; that of one payment has no subscription. */
const ofItsCheckout = refreshes(
  ["checkout.session.completed", "checkout.session.async_payment_succeeded"],
  subscriptionOf,
);

const ofPaymentMethods: EventEffect<null> = {
  types: ["payment_method.attached", "payment_method.detached"],
  read: async () => null,
  apply: async (_ctx, em, { object, previous }) => {
    // Only the previous state of a detached method names its customer.
    const customerId = customerIdOf(object) ?? customerIdOf(previous ?? {});
    const ownerId = customerId === null ? null : await ownerOfCustomer(em, customerId);
    if (customerId === null || ownerId === null) return "ignored";
    await announcePaymentMethods(em, ownerId, customerId);
    return "processed";
  },
};

/** With a customer all of its subscriptions end, and nothing is left to pay with. */
const ofItsCustomer: EventEffect<SubscriptionReading[]> = {
  types: ["customer.deleted"],
  read: async (ctx, { object }) => {
    const customerId = ownIdOf(object);
    return customerId === null ? [] : readCustomersSubscriptions(ctx, customerId);
  },
  apply: async (ctx, em, event, readings) => {
    const customerId = ownIdOf(event.object);
    if (customerId === null) return "ignored";
    const results = [];
    for (const reading of readings) results.push(await applySnapshot(ctx, em, reading, event.createdAt));
    if (results.some(({ outcome }) => outcomes[outcome] === "queued")) return "queued";
    const ownerId = await forgetCustomer(em, customerId);
    if (ownerId !== null) await announcePaymentMethods(em, ownerId, customerId);
    return ownerId === null && results.length === 0 ? "ignored" : "processed";
  },
};

/** Effects of the processor's events on subscriptions and payment methods. */
export const subscriptionEffects: readonly EventEffect[] = [
  ofItself,
  ofItsInvoice,
  ofItsCheckout,
  ofPaymentMethods,
  ofItsCustomer,
] as EventEffect[];
