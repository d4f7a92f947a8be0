/** Percent of the whole, 0 without a whole. */
export function shareOf(value: number, sum: number): number {
  return sum > 0 ? (Math.max(0, value) / sum) * 100 : 0;
}
