/** Returns are rates, not money: they are worked out in floating point and shown in percent with 4 decimals. */

export interface DatedAmount {
  date: string;
  /** In any one unit. */
  amount: number;
}

const dayMs = 86_400_000;

/**
 * The yearly rate, in percent, at which dated flows (paid in negative, got back positive) are worth nothing on the first
 * day; years have 365 days. Null when no rate from -99.99 % to 100,000 % does it.
 */
export function xirr(flows: readonly DatedAmount[]): number | null {
  if (!flows.some(({ amount }) => amount < 0) || !flows.some(({ amount }) => amount > 0)) return null;
  const start = Math.min(...flows.map(({ date }) => Date.parse(date)));
  const dated = flows.map(({ date, amount }) => ({
    amount,
    years: (Date.parse(date) - start) / dayMs / 365,
  }));
  const worth = (rate: number) =>
    dated.reduce((sum, { amount, years }) => sum + amount / (1 + rate) ** years, 0);
  let [low, high] = [-0.9999, 1_000];
  if (worth(low) * worth(high) > 0) return null;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (worth(low) * worth(middle) <= 0) high = middle;
    else low = middle;
  }
  return inPercent((low + high) / 2);
}

/** The worth of a portfolio at the end of a day, and what was put in (or, negative, taken out) on that day. */
export interface PortfolioDay {
  value: number;
  flow: number;
}

/**
 * The growth of what was in all the time, in percent: the days' growths multiplied, each of which counts what was put in
 * at its day's end. Null when there was nothing to grow.
 */
export function timeWeightedReturn(days: readonly PortfolioDay[]): number | null {
  let growth = 1;
  let hasGrown = false;
  for (const [index, { value, flow }] of days.entries()) {
    const before = days[index - 1]?.value ?? 0;
    if (before <= 0) continue;
    growth *= (value - flow) / before;
    hasGrown = true;
  }
  return hasGrown ? inPercent(growth - 1) : null;
}

function inPercent(rate: number): number {
  return Math.round(rate * 1_000_000) / 10_000;
}
