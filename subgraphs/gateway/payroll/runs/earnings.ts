import { isWeekend } from "../../../../src/time/us-holidays.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { allocate, multiplyHalfUp } from "../../../../src/money.ts";
import { periodsPerYear } from "../taxes/pay-frequency.ts";
import type { Earning } from "../payroll-tables.ts";
import type { ScheduleFrequency } from "../schedules/pay-periods.ts";

/** A pay rate with its effective date. */
export interface Rate {
  kind: "salary" | "hourly";
  amountCents: number;
  perUnit: "hour" | "period" | "month" | "year";
  effectiveDate: string;
}

/** A salary for one whole period, in cents. */
function salaryOfPeriod(
  { amountCents, perUnit }: Pick<Rate, "amountCents" | "perUnit">,
  frequency: ScheduleFrequency,
): number {
  if (perUnit === "period") return amountCents;
  return multiplyHalfUp(amountCents, perUnit === "month" ? 12 : 1, periodsPerYear[frequency]);
}

/**
 * Salary of a period, in cents, prorated by work days (Monday to Friday) per rate and employment. A whole period at one
 * rate pays exactly that rate.
 */
export function salaryFor(
  rates: readonly Rate[],
  frequency: ScheduleFrequency,
  { start, end, firstDay, lastDay }: { start: string; end: string; firstDay: string; lastDay: string | null },
): number {
  const inOrder = rates.toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
  const days = new Map<Rate | null, number>();
  for (let day = start; day <= end; day = addDays(day, 1)) {
    if (isWeekend(day)) continue;
    const isEmployed = day >= firstDay && (lastDay === null || day <= lastDay);
    const rate = isEmployed ? inOrder.findLast(({ effectiveDate }) => effectiveDate <= day) : undefined;
    const paid = rate?.kind === "salary" ? rate : null;
    days.set(paid, (days.get(paid) ?? 0) + 1);
  }
  if (days.size === 0) return 0;
  const weights = [...days.values()];
  return [...days.keys()].reduce((sum, rate, index) => {
    if (rate === null) return sum;
    return sum + allocate(salaryOfPeriod(rate, frequency), weights)[index]!;
  }, 0);
}

/** Pay for hours at one rate. */
export interface TimePay {
  code: "hourly" | "overtime";
  amountCents: number;
  hoursHundredths: number;
}

/**
 * Pay of approved time, in cents: hours at the rate of their day, overtime at one and a half times it unless the person is
 * exempt (29 U.S.C. 207(a)). Days without an hourly rate add nothing. Rounded once per rate and kind.
 */
export function payOfTime(
  rates: readonly (Rate & { flsaExempt: boolean })[],
  time: readonly { workDate: string; regularHundredths: number; overtimeHundredths: number }[],
): TimePay[] {
  const sums = new Map<string, TimePay & { rateCents: number }>();
  const add = (code: TimePay["code"], rateCents: number, hoursHundredths: number) => {
    const key = `${code} ${rateCents}`;
    const before = sums.get(key)?.hoursHundredths ?? 0;
    sums.set(key, { code, rateCents, amountCents: 0, hoursHundredths: before + hoursHundredths });
  };
  for (const { workDate, regularHundredths, overtimeHundredths } of time) {
    const rate = rateOn(rates, workDate);
    if (rate?.kind !== "hourly") continue;
    add("hourly", rate.amountCents, regularHundredths + (rate.flsaExempt ? overtimeHundredths : 0));
    if (!rate.flsaExempt) add("overtime", rate.amountCents, overtimeHundredths);
  }
  return [...sums.values()].map(({ code, rateCents, hoursHundredths }) => {
    // One and a half times: three halves of the rate.
    const [factor, parts] = code === "overtime" ? [3, 200] : [1, 100];
    return { code, amountCents: multiplyHalfUp(rateCents * factor, hoursHundredths, parts), hoursHundredths };
  });
}

/** The rate in effect on a day; null before the first rate. */
export function rateOn<R extends Rate>(rates: readonly R[], date: string): R | null {
  return (
    rates
      .filter(({ effectiveDate }) => effectiveDate <= date)
      .toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? 1 : -1))[0] ?? null
  );
}

/**
 * Pay for time off of people paid by the hour, in cents, at the rate of each day. Others get their salary for these days.
 */
export function payOfTimeOff(
  rates: readonly Rate[],
  days: readonly { workDate: string; hoursHundredths: number }[],
): { amountCents: number; hoursHundredths: number } {
  const byRate = new Map<number, number>();
  for (const { workDate, hoursHundredths } of days) {
    const rate = rateOn(rates, workDate);
    if (rate?.kind === "hourly")
      byRate.set(rate.amountCents, (byRate.get(rate.amountCents) ?? 0) + hoursHundredths);
  }
  let [amountCents, hoursHundredths] = [0, 0];
  for (const [rate, hours] of byRate) {
    amountCents += multiplyHalfUp(rate, hours, 100);
    hoursHundredths += hours;
  }
  return { amountCents, hoursHundredths };
}

/** Work hours of a year at 40 a week, by which a salary becomes a rate per hour. */
const hoursOfYear = 2_080;

/** Pay for time off at the rate of the last day, rounded once per policy. Nothing without a rate. */
export function payOfTimeOffBalance(
  payouts: readonly { policyId: string; hoursHundredths: number }[],
  { rates, frequency, lastDay }: { rates: readonly Rate[]; frequency: ScheduleFrequency; lastDay: string },
): Earning[] {
  const rate = rateOn(rates, lastDay);
  if (rate === null) return [];
  const { amountCents, perUnit } = rate;
  const perYear = { hour: hoursOfYear, period: periodsPerYear[frequency], month: 12, year: 1 }[perUnit];
  return payouts
    .map(({ policyId, hoursHundredths }) => {
      const cents = multiplyHalfUp(amountCents * perYear, hoursHundredths, hoursOfYear * 100);
      return { code: "pto_payout", hoursHundredths, amountCents: cents, policyId };
    })
    .filter((one) => one.amountCents > 0);
}
