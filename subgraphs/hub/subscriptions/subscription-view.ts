import { accessWindow, asOf, isOpen, type AccessPolicy } from "./subscription-states.ts";
import type { StoredSubscription } from "./subscription.ts";
import type { PlanSubscription } from "./subscriptions.types.ts";

/** A subscription as API users see it at `now`, whether or not a job has recorded changes by time. */
export function toPlanSubscription(
  stored: StoredSubscription,
  now: Date,
  policy: AccessPolicy,
): PlanSubscription {
  const subscription = asOf(stored, now);
  return {
    id: subscription.id,
    appId: subscription.appId,
    planId: subscription.planId,
    status: subscription.status,
    interval: subscription.interval,
    priceId: subscription.priceId,
    currentPeriodStart: subscription.currentPeriodStart,
    currentPeriodEnd: subscription.currentPeriodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    cancelAt: subscription.cancelAt,
    canceledAt: subscription.canceledAt,
    endedAt: subscription.endedAt,
    pause: subscription.pause,
    entitled: isOpen(accessWindow(subscription, policy), now),
    processorStatus: subscription.processorStatus,
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
  };
}
