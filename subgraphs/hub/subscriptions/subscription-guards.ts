import { validationError } from "../../../src/errors.ts";
import { asOf } from "./subscription-states.ts";
import type { StoredSubscription } from "./subscription.ts";
import { subscriptionStateConflict } from "./subscriptions.errors.ts";

/** Changes that an owner may request. */
export type SubscriptionRequest =
  | { operation: "cancel"; atPeriodEnd: boolean }
  | { operation: "reactivate" }
  | { operation: "pause"; resumesAt: Date | null }
  | { operation: "resume" }
  | { operation: "update"; priceId: string };

const hourMs = 60 * 60 * 1000;

/**
 * Whether the processor must be called for it (true), or the subscription is already as requested (false). Checked at
 * the given time, whether or not a job has recorded changes by time. Throws SUBSCRIPTION_STATE_CONFLICT.
 */
export function needsChange(stored: StoredSubscription, request: SubscriptionRequest, now: Date): boolean {
  const subscription = asOf(stored, now);
  const refuse = (message: string) =>
    subscriptionStateConflict(message, subscription.status, allowedOperations(subscription, now));
  if (subscription.status === "canceled") throw refuse("The subscription has ended. Subscribe again.");
  const { status, pause, cancelAt, cancelAtPeriodEnd, priceId } = subscription;
  const isEnding = cancelAtPeriodEnd || cancelAt !== null;
  switch (request.operation) {
    case "cancel":
      if (!request.atPeriodEnd) return true;
      if (status === "past_due")
        throw refuse(
          "A past-due subscription can only be canceled immediately. Set cancelAtPeriodEnd to false.",
        );
      return !isEnding;
    case "reactivate":
      if (isEnding && now >= subscription.currentPeriodEnd)
        throw refuse("The billing period is over. Subscribe again.");
      return isEnding;
    case "pause":
      if (status !== "active")
        throw refuse(`The subscription is ${status}. Only an active subscription can be paused.`);
      return pause === null || pause.resumesAt?.getTime() !== request.resumesAt?.getTime();
    case "resume":
      return pause !== null;
    case "update":
      return priceId !== request.priceId;
  }
}

/** Names of the operations that would be let in now, as the paths call them. */
export function allowedOperations(stored: StoredSubscription, now: Date): string[] {
  const { status, pause, cancelAt, currentPeriodEnd } = asOf(stored, now);
  if (status === "canceled") return ["create-checkout"];
  const more = [
    ...(status === "active" ? ["pause"] : []),
    ...(pause === null ? [] : ["resume"]),
    ...(cancelAt === null || now >= currentPeriodEnd ? [] : ["reactivate"]),
  ];
  return ["cancel", "update", ...more];
}

/** Throws VALIDATION_ERROR unless it is more than an hour and at most a year from now, or null. */
export function checkResumeAt(resumeAt: Date | null, now: Date): void {
  if (resumeAt === null) return;
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + 1);
  if (resumeAt.getTime() > now.getTime() + hourMs && resumeAt <= latest) return;
  const message = "must be more than an hour and at most a year from now";
  throw validationError([{ path: "resumeAt", message, rule: "range" }]);
}
