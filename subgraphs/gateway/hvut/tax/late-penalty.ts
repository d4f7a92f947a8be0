import { multiplyHalfUp } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { interestRates } from "./interest-rates.ts";

export interface LatePenalty {
  failureToFileCents: number;
  failureToPayCents: number;
  interestCents: number;
  monthsToFile: number;
  monthsToPay: number;
  steps: string[];
}

/** Per month, in tenths of a percent (26 USC 6651(a)(1), (2) and (c)(1)); a part of a month counts as one. */
const fileRate = 50;
const fileRateBesidesPay = 45;
const payRate = 5;
const mostMonthsToFile = 5;
const mostPayRate = 250;

/** Penalties and interest of a late return or payment, in cents. Days are `YYYY-MM-DD`. Interest compounds daily. */
export function latePenalty(
  taxCents: number,
  { dueDate, filedOn, paidOn }: { dueDate: string; filedOn: string; paidOn: string },
): LatePenalty {
  const monthsToFile = Math.min(monthsLate(dueDate, filedOn), mostMonthsToFile);
  const monthsToPay = monthsLate(dueDate, paidOn);
  const bothMonths = Math.min(monthsToFile, monthsToPay);
  const filing = bothMonths * fileRateBesidesPay + (monthsToFile - bothMonths) * fileRate;
  const paying = Math.min(monthsToPay * payRate, mostPayRate);
  return {
    failureToFileCents: multiplyHalfUp(taxCents, filing, 1000),
    failureToPayCents: multiplyHalfUp(taxCents, paying, 1000),
    interestCents: interest(taxCents, dueDate, paidOn),
    monthsToFile,
    monthsToPay,
    steps: [
      `Filed ${monthsToFile} month(s) or part late: ${filing / 10} % of the tax.`,
      `Paid ${monthsToPay} month(s) or part late: ${paying / 10} % of the tax.`,
      "Interest by quarterly rates, compounded daily.",
      ...unpublishedStep(paidOn),
    ],
  };
}

/** Months begun after the due date: the first is through the same day of the next month. */
function monthsLate(dueDate: string, on: string): number {
  if (on <= dueDate) return 0;
  const [[year, month], [toYear, toMonth]] = [partsOf(dueDate), partsOf(on)];
  const whole = (toYear - year) * 12 + toMonth - month;
  const isLastDay = addDays(on, 1).endsWith("-01");
  const isOver = on.slice(8) > dueDate.slice(8) && !(isLastDay && addDays(dueDate, 1).endsWith("-01"));
  return isOver ? whole + 1 : Math.max(whole, 1);
}

/** Fixed-point scale of 10^12, which avoids rounding errors in daily interest. */
const scale = 1_000_000_000_000n;

function interest(taxCents: number, dueDate: string, paidOn: string): number {
  let factor = scale;
  for (let day = addDays(dueDate, 1); day <= paidOn; day = addDays(day, 1))
    factor += (factor * BigInt(rateOn(day))) / (100n * BigInt(daysOfYear(day)));
  return multiplyHalfUp(taxCents, factor - scale, scale);
}

function rateOn(day: string): number {
  const { rates } = interestRates();
  return (rates.findLast(({ from }) => from <= day) ?? rates[0]!).percent;
}

function unpublishedStep(paidOn: string): string[] {
  const { publishedThrough } = interestRates();
  if (paidOn <= publishedThrough) return [];
  return [`Rates are known through ${publishedThrough}. Later days are estimated at the last rate.`];
}

function daysOfYear(day: string): number {
  const year = Number(day.slice(0, 4));
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 366 : 365;
}

function partsOf(date: string): [number, number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
}
