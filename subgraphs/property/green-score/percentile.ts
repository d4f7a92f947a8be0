/**
 * A peer group's distribution: 101 breakpoints q0 to q100 (linear quantiles, type 7 of Hyndman & Fan 1996, six
 * significant digits) and the number of buildings behind them.
 */
export interface PeerGroup {
  readonly n: number;
  readonly q: readonly number[];
}

/** How many sorted values are below `value`, and how many are at most `value`. */
function countBelow(sorted: readonly number[], value: number): { below: number; atMost: number } {
  let below = 0;
  for (let step = 64; step > 0; step >>= 1) {
    while (below + step <= sorted.length && sorted[below + step - 1]! < value) below += step;
  }
  let atMost = below;
  while (atMost < sorted.length && sorted[atMost]! <= value) atMost += 1;
  return { below, atMost };
}

/** The percentile (0 to 100) of a value against breakpoints; a value equal to several breakpoints gets their middle. */
export function percentileOf(value: number, breakpoints: readonly number[]): number {
  const { below, atMost } = countBelow(breakpoints, value);
  if (atMost > below) return (below + atMost - 1) / 2;
  if (below === 0) return 0;
  if (below === breakpoints.length) return 100;
  const low = breakpoints[below - 1] ?? 0;
  const high = breakpoints[below] ?? 0;
  return below - 1 + (value - low) / (high - low);
}

/** A number with six significant digits, as reference tables keep them. */
export function toSixDigits(value: number): number {
  return Number(value.toPrecision(6));
}

/** The 101 breakpoints of a group of values. */
export function breakpointsOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return Array.from({ length: 101 }, (_, percent) => {
    const position = (sorted.length - 1) * (percent / 100);
    const index = Math.floor(position);
    const low = sorted[index] ?? 0;
    const high = sorted[Math.min(index + 1, sorted.length - 1)] ?? 0;
    const share = position - index;
    return toSixDigits(low + (high - low) * share);
  });
}
