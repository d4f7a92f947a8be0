const minuteMs = 60_000;

/** Pauses before our own tries of an event that could not be applied: 1 m, 5 m, 30 m, 2 h, 12 h, and then no more. */
const delaysMs = [1, 5, 30, 120, 720].map((minutes) => minutes * minuteMs);

/** How long an event that was only received is left to who received it. */
export const pickUpAfterMs = minuteMs;

/** How long who takes an event on has for it. */
export const claimMs = 5 * minuteMs;

/** The delay before the next of our own retries; null when none is left. */
export function retryDelayMs(retries: number): number | null {
  return delaysMs[retries] ?? null;
}
