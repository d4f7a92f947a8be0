import { addDays } from "../../../../src/time/local-date.ts";
import { planDeposits } from "./federal-deposits.ts";
import {
  futaFromCents,
  quarterOf,
  returnPeriodOf,
  type DepositSchedule,
  type TaxForm,
} from "./tax-deposits.ts";

/** Taxes of the payslips of one pay date and state, in cents. */
export interface TaxesOfDay {
  payDate: string;
  state: string;
  form941Cents: number;
  futaCents: number;
  stateCents: number;
  sutaCents: number;
  contributionsCents: number;
}

/** Tax owed to an agency for a period, in cents. */
export interface Liability {
  agency: string;
  form: TaxForm;
  /** Of the return it belongs to: a year, or a quarter as `2026-Q1`. */
  period: string;
  periodStart: string;
  periodEnd: string;
  amountCents: number;
  /** Null when the state sets it. */
  dueDate: string | null;
  /** `accrued` while its period runs or it is carried forward, then `due`. */
  status: "accrued" | "due";
}

/**
 * Tax liabilities by agency and period, as of `today`. Days must be complete and in order, from the account's first
 * pay date to the end of a year, because liabilities depend on earlier days.
 */
export function liabilitiesOf(
  days: readonly TaxesOfDay[],
  schedule: DepositSchedule,
  today: string,
): Liability[] {
  return [...federalDeposits(days, schedule, today), ...unemployment(days, today), ...ofStates(days, today)]
    .filter(({ amountCents }) => amountCents !== 0)
    .sort((a, b) => ((a.dueDate ?? "9999") < (b.dueDate ?? "9999") ? -1 : 1));
}

/** Form 941 taxes by deposit. A total of 100,000 is due on the next day, regardless of the period. */
function federalDeposits(days: readonly TaxesOfDay[], schedule: DepositSchedule, today: string): Liability[] {
  return planDeposits(days, schedule).gathered.map(({ start, end, dueDate, amountCents, isNextDay }) => {
    const status = end < today || (isNextDay && end === today) ? ("due" as const) : ("accrued" as const);
    const period = { period: returnPeriodOf("941", start), periodStart: start, periodEnd: end };
    return { agency: "IRS", form: "941" as const, ...period, amountCents, dueDate, status };
  });
}

/**
 * Federal unemployment tax by quarter: carried forward while it is 500 or less, but not past the last quarter.
 */
function unemployment(days: readonly TaxesOfDay[], today: string): Liability[] {
  const found: Liability[] = [];
  for (const [year, ofYear] of Map.groupBy(days, ({ payDate }) => payDate.slice(0, 4))) {
    let [carriedCents, from] = [0, `${year}-01-01`];
    for (const quarter of [`${year}-01-01`, `${year}-04-01`, `${year}-07-01`, `${year}-10-01`].map(
      quarterOf,
    )) {
      const taxed = ofYear.filter(({ payDate }) => payDate >= quarter.start && payDate <= quarter.end);
      carriedCents += taxed.reduce((sum, { futaCents }) => sum + futaCents, 0);
      const isLast = quarter.quarter === 4;
      if (carriedCents <= futaFromCents && !isLast && quarter.end < today) continue;
      const status = quarter.end < today ? "due" : "accrued";
      const period = { period: year, periodStart: from, periodEnd: quarter.end, dueDate: quarter.dueDate };
      found.push({ agency: "IRS", form: "940", ...period, amountCents: carriedCents, status });
      [carriedCents, from] = [0, addDays(quarter.end, 1)];
      if (quarter.end >= today) break;
    }
  }
  return found;
}

/**
 * Income tax with county taxes, unemployment tax and contributions of employees by state and quarter. Income tax and
 * contributions have no due date here, because it differs by state and size.
 */
function ofStates(days: readonly TaxesOfDay[], today: string): Liability[] {
  const byQuarter = Map.groupBy(days, ({ payDate, state }) => `${state} ${quarterOf(payDate).start}`);
  return [...byQuarter.values()].flatMap((ofQuarter) => {
    const [{ state, payDate }] = ofQuarter as [TaxesOfDay];
    const { start: periodStart, end: periodEnd, dueDate } = quarterOf(payDate);
    const sum = (name: "stateCents" | "sutaCents" | "contributionsCents") =>
      ofQuarter.reduce((total, day) => total + day[name], 0);
    const status = periodEnd < today ? ("due" as const) : ("accrued" as const);
    const period = returnPeriodOf("state_income", payDate);
    const head = { agency: state, period, periodStart, periodEnd, status };
    return [
      { ...head, form: "state_income" as const, amountCents: sum("stateCents"), dueDate: null },
      {
        ...head,
        form: "state_contributions" as const,
        amountCents: sum("contributionsCents"),
        dueDate: null,
      },
      { ...head, form: "state_unemployment" as const, amountCents: sum("sutaCents"), dueDate },
    ];
  });
}
