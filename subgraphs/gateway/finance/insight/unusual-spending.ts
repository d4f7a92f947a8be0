/** The least score that each sensitivity reports. */
export const sensitivities = { low: 6, medium: 4, high: 2.5 } as const;
export type Sensitivity = keyof typeof sensitivities;

export type Basis = "payee" | "category";

/** Quartiles of positive amounts in minor units. */
export interface SpendingHistory {
  count: number;
  lower: number;
  median: number;
  upper: number;
}

/** Shorter histories say nothing. */
export const leastHistory: Record<Basis, number> = { payee: 5, category: 10 };

/** The interquartile range of a normal distribution is 1.349 standard deviations. */
const deviationsPerRange = 1.349;
/** Amounts that are nearly equal still vary by this share. */
const leastVariation = 0.1;

/** How many standard deviations an amount is above the median, with one decimal. Single large amounts do not move either. */
export function scoreOf(amount: number, { lower, median, upper }: SpendingHistory): number {
  const deviation = Math.max((upper - lower) / deviationsPerRange, median * leastVariation, 1);
  return Math.round(((amount - median) / deviation) * 10) / 10;
}
