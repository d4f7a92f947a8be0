import type { Stripe } from "stripe";
import type { PaymentProcessor } from "./processor.port.ts";
import { toSeconds } from "../../../src/stripe/stripe-client.ts";
import { isMissing } from "../../../src/stripe/processor-trouble.ts";
import type { StripeCalls } from "./stripe-errors.ts";
import { firstItem, toSubscription } from "./stripe-subscription.ts";

type Subscriptions = Pick<
  PaymentProcessor,
  | "readSubscription"
  | "cancelSubscription"
  | "setCancelAtPeriodEnd"
  | "pauseCollection"
  | "resumeCollection"
  | "changePrice"
>;

export function createStripeSubscriptions(stripe: Stripe, { run, find }: StripeCalls): Subscriptions {
  const retrieve = (id: string) => stripe.subscriptions.retrieve(id);
  const update = (id: string, params: Stripe.SubscriptionUpdateParams, idempotencyKey: string) =>
    run(
      async () => toSubscription(await stripe.subscriptions.update(id, params, { idempotencyKey })),
      "SUBSCRIPTION_NOT_FOUND",
    );
  return {
    readSubscription: (id) => find(async () => toSubscription(await retrieve(id))),
    cancelSubscription: (id, idempotencyKey) =>
      run(async () => {
        try {
          return toSubscription(await stripe.subscriptions.cancel(id, {}, { idempotencyKey }));
        } catch (error) {
          if (!isMissing(error)) throw error;
          // One that has ended cannot be cancelled, but can be read.
          return toSubscription(await retrieve(id));
        }
      }, "SUBSCRIPTION_NOT_FOUND"),
    setCancelAtPeriodEnd: async (id, isEnding, idempotencyKey) => {
      if (isEnding) return update(id, { cancel_at_period_end: true }, idempotencyKey);
      const current = await run(() => retrieve(id), "SUBSCRIPTION_NOT_FOUND");
      if (current.cancel_at_period_end) return update(id, { cancel_at_period_end: false }, idempotencyKey);
      // Flexible billing says it with the date alone, and takes it back the same way.
      if (current.cancel_at !== null) return update(id, { cancel_at: "" }, idempotencyKey);
      return toSubscription(current);
    },
    pauseCollection: (id, resumesAt, idempotencyKey) => {
      const until = resumesAt ? { resumes_at: toSeconds(resumesAt) } : {};
      return update(id, { pause_collection: { behavior: "void", ...until } }, idempotencyKey);
    },
    resumeCollection: (id, idempotencyKey) => update(id, { pause_collection: "" }, idempotencyKey),
    changePrice: async (id, { priceId, proration, prorationAt, metadata }, idempotencyKey) => {
      const item = firstItem(await run(() => retrieve(id), "SUBSCRIPTION_NOT_FOUND"));
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id: item.id, price: priceId }],
        proration_behavior: proration,
        ...(proration === "none" ? {} : { proration_date: toSeconds(prorationAt) }),
        metadata,
      };
      return update(id, params, idempotencyKey);
    },
  };
}
