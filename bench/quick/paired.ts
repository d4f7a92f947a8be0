import type { LoadFigures } from "../load.types.ts";
import type { Started } from "../processes.ts";

/** What one side did in one short slice. */
export interface Slice {
  perSecond: number;
  /** Processor time of the side's processes for each request, in microseconds. */
  cpuMicros: number;
}

/** A value with the half width of its 95 % interval, both relative to nothing: a ratio of 0.5 ± 0.01. */
export interface Estimate {
  value: number;
  noise: number;
}

/** Ours against a baseline, over pairs of slices. Both ratios are better when they are larger. */
export interface Comparison {
  /** Our requests per second as a share of the baseline's. */
  ratio: Estimate;
  /** The baseline's processor time for a request as a share of ours. */
  cpuRatio: Estimate;
  /** Our fastest slice against the baseline's fastest, and by processor time our cheapest against its cheapest. */
  best: { ratio: number; cpuRatio: number };
  /** Our processor time for a request, in microseconds. */
  cpuMicros: number;
  pairs: number;
}

interface Pair {
  our: Slice;
  other: Slice;
}

export interface PairOptions {
  fewestPairs: number;
  mostPairs: number;
  /** Share of the value at which the noise is small enough to stop. */
  enough: number;
  /** The ratio that has to be known this well. */
  decidedBy: "ratio" | "cpuRatio";
}

/**
 * Measures both sides in turns, in an order that alternates, until the deciding ratio is known well enough or the most
 * pairs are done. Each pair gives a ratio of its own, so a machine that is slower for a while slows both sides.
 */
export async function comparePairs(
  ours: () => Promise<Slice>,
  base: () => Promise<Slice>,
  { fewestPairs, mostPairs, enough, decidedBy }: PairOptions,
): Promise<Comparison> {
  const pairs: Pair[] = [];
  for (;;) {
    const oursFirst = pairs.length % 2 === 0;
    const first = await (oursFirst ? ours : base)();
    const second = await (oursFirst ? base : ours)();
    pairs.push(oursFirst ? { our: first, other: second } : { our: second, other: first });
    const comparison: Comparison = {
      ratio: estimate(pairs.map(({ our, other }) => our.perSecond / other.perSecond)),
      cpuRatio: estimate(pairs.map(({ our, other }) => other.cpuMicros / our.cpuMicros)),
      best: bestOf(pairs),
      cpuMicros: median(pairs.map(({ our }) => our.cpuMicros)),
      pairs: pairs.length,
    };
    const { value, noise } = comparison[decidedBy];
    const isKnown = pairs.length >= fewestPairs && noise <= value * enough;
    if (isKnown || pairs.length >= mostPairs) return comparison;
  }
}

function bestOf(pairs: readonly Pair[]): Comparison["best"] {
  const fastest = (side: keyof Pair) => Math.max(...pairs.map((pair) => pair[side].perSecond));
  const cheapest = (side: keyof Pair) => Math.min(...pairs.map((pair) => pair[side].cpuMicros));
  return { ratio: fastest("our") / fastest("other"), cpuRatio: cheapest("other") / cheapest("our") };
}

/**
 * The median, which a few disturbed slices do not move, and twice its standard error. The error comes from the mean
 * absolute deviation: the median deviation is 0 when half of a few values agree. (1.2533 makes that deviation the one of a
 * normal distribution, and is the error of a median against that of a mean as well.)
 */
export function estimate(values: readonly number[]): Estimate {
  const value = median(values);
  const deviation = values.reduce((sum, each) => sum + Math.abs(each - value), 0) / values.length;
  return { value, noise: (2 * 1.2533 * 1.2533 * deviation) / Math.sqrt(values.length) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Runs one slice and divides the processor time of the processes by the requests that completed. */
export async function sliceOf(
  processes: readonly Started[],
  run: () => Promise<Pick<LoadFigures, "completed" | "requestsPerSecond">>,
): Promise<Slice> {
  const before = await microsOf(processes);
  const { completed, requestsPerSecond } = await run();
  const after = await microsOf(processes);
  return { perSecond: requestsPerSecond, cpuMicros: (after - before) / completed };
}

async function microsOf(processes: readonly Started[]): Promise<number> {
  const usages = await Promise.all(processes.map((one) => one.usage()));
  return usages.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}
