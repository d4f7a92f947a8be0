/** Days after which a charge that failed is tried again, from each attempt to the next. After the last one it ends. */
const retryDays = [1, 3, 7];

const dayMs = 86_400_000;

/** When the attempt after this one is due; null after the last. `attempts` counts those that were made. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : new Date(now.getTime() + days * dayMs);
}
