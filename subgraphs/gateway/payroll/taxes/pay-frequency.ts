/** Pay frequencies. */

export const payFrequencies = [
  "daily",
  "weekly",
  "biweekly",
  "semimonthly",
  "monthly",
  "quarterly",
  "semiannual",
  "annual",
] as const;
export type PayFrequency = (typeof payFrequencies)[number];

/** Pay periods of a year (Publication 15-T, Worksheet 1A, table 3). */
export const periodsPerYear: Readonly<Record<PayFrequency, number>> = {
  daily: 260,
  weekly: 52,
  biweekly: 26,
  semimonthly: 24,
  monthly: 12,
  quarterly: 4,
  semiannual: 2,
  annual: 1,
};
