/** Finds payments that repeat, by their gaps and amounts. */

export interface PaidEntry {
  payeeId: string;
  currency: string;
  date: string;
  /** Minor units; what was paid is negative. */
  amount: number;
}

export const intervals = ["weekly", "biweekly", "monthly", "quarterly", "yearly"] as const;
export type Interval = (typeof intervals)[number];

export interface RecurringPayment {
  payeeId: string;
  currency: string;
  interval: Interval;
  /** The middle one, as positive minor units. */
  amount: number;
  /** The share of gaps and of amounts that fit: at most 1. */
  confidence: number;
  lastDate: string;
  count: number;
}

/** Days between payments, and how far they may be off. */
export const rhythms: Record<Interval, { days: number; off: number; least: number }> = {
  weekly: { days: 7, off: 1, least: 4 },
  biweekly: { days: 14, off: 2, least: 3 },
  monthly: { days: 30, off: 4, least: 3 },
  quarterly: { days: 91, off: 7, least: 3 },
  yearly: { days: 365, off: 12, least: 2 },
};

const leastConfidence = 0.6;

/** Payments that repeat, the surest first. Each needs three or more of a payee; two of a yearly one, four of a weekly one. */
export function findRecurring(entries: readonly PaidEntry[]): RecurringPayment[] {
  const groups = Map.groupBy(
    entries.filter(({ amount }) => amount < 0),
    ({ payeeId, currency }) => `${payeeId} ${currency}`,
  );
  const found = [...groups.values()].flatMap((group) => recurringOf(group) ?? []);
  return found.sort((a, b) => b.confidence - a.confidence || b.amount - a.amount);
}

function recurringOf(group: readonly PaidEntry[]): RecurringPayment | null {
  const sorted = group.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const rhythm = rhythmOf(sorted.map(({ date }) => date));
  if (rhythm === null) return null;
  const { interval, steady } = rhythm;
  const amount = medianOf(sorted.map((entry) => -entry.amount));
  const isNear = (entry: PaidEntry) => Math.abs(-entry.amount - amount) * 10 <= amount;
  const alike = sorted.filter(isNear).length / sorted.length;
  const confidence = Math.round(steady * alike * 100) / 100;
  if (confidence < leastConfidence) return null;
  const { payeeId, currency, date: lastDate } = sorted.at(-1)!;
  return { payeeId, currency, interval, amount, confidence, lastDate, count: sorted.length };
}

/** The interval of days in their order, and the share of gaps that fit it; null when there is none, or too few days. */
export function rhythmOf(dates: readonly string[]): { interval: Interval; steady: number } | null {
  const gaps = dates.slice(1).map((date, index) => daysBetween(dates[index]!, date));
  if (gaps.length === 0) return null;
  const middle = medianOf(gaps);
  const interval = intervals.find((name) => Math.abs(rhythms[name].days - middle) <= rhythms[name].off);
  if (!interval || dates.length < rhythms[interval].least) return null;
  const { days, off } = rhythms[interval];
  return { interval, steady: gaps.filter((gap) => Math.abs(gap - days) <= off).length / gaps.length };
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** The lower middle one, so that it is one of the numbers. */
function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)]!;
}
