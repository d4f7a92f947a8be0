/** Retry schedule of deliveries, and when an endpoint is disabled. Pure: clock and randomness are parameters. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Waits after the first, second, … failed try. Ten tries in all, over about 75.6 hours. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

const jitter = 0.1;
const maxRetryAfterMs = day;
const giveUpAfterMs = 5 * day;
/** Longer than the longest wait: failures further apart belong to different messages, not to one bad time. */
const maxFailureGapMs = 27 * hour;

/**
 * Delay after the `tries`-th attempt has failed, or null when that was the last one. The scheduled delay with 10 %
 * jitter, by `chance` (0 to 1), and no less than the receiver's `Retry-After`.
 */
export function retryDelayMs(tries: number, chance: number, retryAfterMs = 0): number | null {
  const delay = retryDelaysMs[tries - 1];
  if (delay === undefined) return null;
  return Math.max(Math.round(delay * (1 - jitter + 2 * jitter * chance)), retryAfterMs);
}

/**
 * The delay of a 429 or 503 response's `Retry-After` (RFC 9110, 10.2.3: seconds or a date), at most a day; 0 without
 * the header.
 */
export function readRetryAfterMs(status: number | null, header: string | null, now: Date): number {
  if ((status !== 429 && status !== 503) || header === null) return 0;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now.getTime();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), maxRetryAfterMs) : 0;
}

/** Failure state of an endpoint; cleared by a success. */
export interface Failures {
  failingSince: Date | null;
  lastFailedAt: Date | null;
}

/** Since when every try has failed, with one more at `now`. */
export function failingSince({ failingSince: since, lastFailedAt }: Failures, now: Date): Date {
  const isSameTime = lastFailedAt !== null && now.getTime() - lastFailedAt.getTime() <= maxFailureGapMs;
  return since !== null && isSameTime ? since : now;
}

/** True when an endpoint has failed long enough to be disabled. */
export function isGivenUp(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= giveUpAfterMs;
}
