/** Dunning: the handling of a subscription whose renewal could not be collected. */
export interface DunningSettings {
  /** Days from a failed attempt to the next one; after the last, no more attempts are made. */
  retryDays: readonly number[];
  /** The subscription's status after the last attempt. */
  whenExhausted: "canceled" | "unpaid" | "past_due";
}

export const standardDunning: DunningSettings = { retryDays: [3, 5, 7], whenExhausted: "canceled" };

/** How long the first invoice of a new subscription may stay unpaid. Source: Stripe, "incomplete" subscriptions. */
export const incompleteSeconds = 23 * 3600;

/**
 * When to try again after the `attemptCount`th try failed at `at` (Unix seconds); null when that was the last one.
 */
export function nextAttemptAt(settings: DunningSettings, attemptCount: number, at: number): number | null {
  const days = settings.retryDays[attemptCount - 1];
  return days === undefined ? null : at + days * 86_400;
}
