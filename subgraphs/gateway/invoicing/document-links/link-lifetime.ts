const dayMs = 86_400_000;

/** Days that a link works from its last mail on, unless it was created for another time. */
const defaultDays = 365;

/** When a link that is created or mailed now expires. */
export function linkExpiry(now: Date, days: number | null = null): Date {
  return new Date(now.getTime() + (days ?? defaultDays) * dayMs);
}

/** The later of a link's expiry and that of a link mailed now: nobody is mailed a link that does not work. */
export function extendedExpiry(current: Date, now: Date): Date {
  const extended = linkExpiry(now);
  return extended > current ? extended : current;
}
