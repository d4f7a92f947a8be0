import { multiplyHalfUp } from "../../../../src/money.ts";

export const suggestionMethods = ["average", "median"] as const;
export type SuggestionMethod = (typeof suggestionMethods)[number];

/**
 * The monthly amount that spending of past months suggests, in minor units, rounded half up. Months without spending
 * count as zero: `spent` has the others. Never negative.
 */
export function suggestedAmount(spent: readonly number[], months: number, method: SuggestionMethod): number {
  const all = [...spent, ...Array.from({ length: months - spent.length }, () => 0)];
  const found = method === "average" ? averageOf(all) : medianOf(all);
  return Math.max(0, found);
}

/** The average of minor units, rounded half up. */
export function averageOf(amounts: readonly number[]): number {
  return multiplyHalfUp(
    amounts.reduce((sum, amount) => sum + amount, 0),
    1,
    amounts.length,
  );
}

function medianOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : averageOf([sorted[middle - 1]!, sorted[middle]!]);
}
