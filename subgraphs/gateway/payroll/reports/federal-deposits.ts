import { addDays } from "../../../../src/time/local-date.ts";
import {
  depositPeriodOf,
  lookbackOf,
  monthlyUpToCents,
  nextBusinessDay,
  nextDayFromCents,
  quarterOf,
  type DepositPeriod,
  type DepositSchedule,
} from "./tax-deposits.ts";

/** Taxes of Form 941 of a pay date, in cents. */
export interface TaxesOfPayDate {
  payDate: string;
  form941Cents: number;
}

/** Taxes of Form 941 that are deposited together, in cents. */
export interface GatheredTaxes extends DepositPeriod {
  amountCents: number;
  /** They reached 100,000 and are due on the next business day. */
  isNextDay: boolean;
}

/** Deposit plan of an account, from its taxes and its setting. */
export interface DepositPlan {
  gathered: GatheredTaxes[];
  scheduleOn(date: string): DepositSchedule;
  /** Tax reported in a year's lookback period, in cents. */
  lookbackCentsOf(year: number): number;
}

/**
 * Groups all taxes of an account, in order from its first pay date, into deposits (26 CFR 31.6302-1).
 * A year's schedule is semiweekly when the lookback period has more than 50,000, or the account sets it.
 * From the day after 100,000 have accumulated the count restarts, and the schedule is semiweekly for the rest
 * of that year and the next one. A deposit never spans two quarters, which belong to two returns.
 */
export function planDeposits(days: readonly TaxesOfPayDate[], setting: DepositSchedule): DepositPlan {
  const lookbackCentsOf = once((year) => {
    const { start, end } = lookbackOf(year);
    const reported = days.filter(({ payDate }) => payDate >= start && payDate <= end);
    return reported.reduce((sum, { form941Cents }) => sum + form941Cents, 0);
  });
  const gathered: GatheredTaxes[] = [];
  const nextDays: string[] = [];
  const scheduleOn = (date: string): DepositSchedule => {
    const year = Number(date.slice(0, 4));
    const isAfterNextDay = nextDays.some((day) => day < date && Number(day.slice(0, 4)) >= year - 1);
    if (setting === "semiweekly" || isAfterNextDay) return "semiweekly";
    return lookbackCentsOf(year) > monthlyUpToCents ? "semiweekly" : "monthly";
  };
  for (const [payDate, ofDay] of Map.groupBy(days, (day) => day.payDate)) {
    const cents = ofDay.reduce((sum, { form941Cents }) => sum + form941Cents, 0);
    const last = nextDays.at(-1);
    const period = periodWithin(payDate, scheduleOn(payDate), last ? addDays(last, 1) : "");
    const open = gathered.at(-1);
    const isOpen = open?.start === period.start && !open.isNextDay;
    const taxes = isOpen ? open : { ...period, amountCents: 0, isNextDay: false };
    if (!isOpen) gathered.push(taxes);
    taxes.amountCents += cents;
    if (taxes.amountCents < nextDayFromCents) continue;
    Object.assign(taxes, { end: payDate, dueDate: nextBusinessDay(payDate), isNextDay: true });
    nextDays.push(payDate);
  }
  return { gathered, scheduleOn, lookbackCentsOf };
}

/** All deposit periods of a year, also those without tax. */
export function periodsOfYear({ scheduleOn, gathered }: DepositPlan, year: number): DepositPeriod[] {
  const last = `${year}-12-31`;
  const nextDays = gathered.filter(({ isNextDay }) => isNextDay);
  const periods: DepositPeriod[] = [];
  for (let date = `${year}-01-01`; date <= last; date = addDays(periods.at(-1)!.end, 1)) {
    const period = periodWithin(date, scheduleOn(date), date);
    const cut = nextDays.find(({ end }) => end >= period.start && end <= period.end);
    periods.push(cut ? { start: period.start, end: cut.end, dueDate: cut.dueDate } : period);
  }
  return periods;
}

/** The deposit period of a day, cut to the quarter and to what begins on `from` at the earliest. */
function periodWithin(date: string, schedule: DepositSchedule, from: string): DepositPeriod {
  const { start, end, dueDate } = depositPeriodOf(date, schedule);
  const quarter = quarterOf(date);
  const first = [start, quarter.start, from].sort().at(-1)!;
  return { start: first, end: end < quarter.end ? end : quarter.end, dueDate };
}

function once(work: (year: number) => number): (year: number) => number {
  const known = new Map<number, number>();
  return (year) => {
    if (!known.has(year)) known.set(year, work(year));
    return known.get(year)!;
  };
}
