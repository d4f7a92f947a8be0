import { multiplyHalfUp } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { addMonthsToDay } from "../months.ts";
import { daysBetween, rhythmOf, rhythms, type Interval } from "./recurring-payments.ts";

export interface Charge {
  id: string;
  date: string;
  /** Positive minor units. */
  amount: number;
}

export interface RunningCharge {
  interval: Interval;
  amount: number;
  monthlyCost: number;
  lastDate: string;
  nextDate: string;
  priceChange: number;
  priceChangedOn: string | null;
}

/** A charge is small up to this cost per month, in minor units: 100 dollars, or 10,000 yen. */
const smallPerMonth = 10_000;
const leastSteady = 0.7;

/** Charges per year, and the months or days between them. */
const cycles: Record<Interval, { perYear: number; months?: number; days?: number }> = {
  weekly: { perYear: 52, days: 7 },
  biweekly: { perYear: 26, days: 14 },
  monthly: { perYear: 12, months: 1 },
  quarterly: { perYear: 4, months: 3 },
  yearly: { perYear: 1, months: 12 },
};

/**
 * What charges of one payee, in date order, are when they repeat, still run and are small; else null. A quarter of the
 * amounts, and always one, may differ by more than a tenth from the one before: then the price has changed.
 */
export function runningCharge(charges: readonly Charge[], today: string): RunningCharge | null {
  const rhythm = rhythmOf(charges.map(({ date }) => date));
  if (rhythm === null || rhythm.steady < leastSteady || hasLoosePrices(charges)) return null;
  const { interval } = rhythm;
  const { date: lastDate, amount } = charges.at(-1)!;
  if (daysBetween(lastDate, today) > rhythms[interval].days * 1.5) return null;
  const { perYear, months, days } = cycles[interval];
  const monthlyCost = multiplyHalfUp(amount, perYear, 12);
  if (monthlyCost > smallPerMonth) return null;
  const before = charges.findLastIndex((charge) => charge.amount !== amount);
  return {
    interval,
    amount,
    monthlyCost,
    lastDate,
    nextDate: months === undefined ? addDays(lastDate, days!) : addMonthsToDay(lastDate, months),
    priceChange: before < 0 ? 0 : amount - charges[before]!.amount,
    priceChangedOn: before < 0 ? null : charges[before + 1]!.date,
  };
}

function hasLoosePrices(charges: readonly Charge[]): boolean {
  const pairs = charges.slice(1).map(({ amount }, index) => [charges[index]!.amount, amount] as const);
  const jumps = pairs.filter(([before, after]) => Math.abs(after - before) * 10 > before);
  const isWild = jumps.some(([before, after]) => Math.max(before, after) > 2 * Math.min(before, after));
  return isWild || jumps.length > Math.max(1, Math.floor(pairs.length / 4));
}
