import { paymentEffects } from "../payments/payment-effects.ts";
import type { EventEffect } from "../processor/event-effect.ts";
import { subscriptionEffects } from "../subscriptions/subscription-effects.ts";

/** The features' effects of the processor's events. One type may have several effects; all run in one transaction. */
export const eventEffects: readonly EventEffect[] = [...paymentEffects, ...subscriptionEffects];
