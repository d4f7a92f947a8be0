import { addMonthsToDay } from "../months.ts";

/** Longer projections say nothing. */
const maxMonths = 1_200;

export interface GoalPace {
  today: string;
  /** Minor units that are still missing. */
  remaining: number;
  /** Minor units saved per month. */
  monthly: number;
  targetDate: string | null;
}

export interface ProjectedGoal {
  date: string | null;
  requiredMonthly: number | null;
  isOnTime: boolean | null;
}

/**
 * When a goal is reached by monthly amounts, the first one a month from today, and the amount per month that reaches it
 * by its target date: the last amount is due on or before that date, and there is at least one.
 */
export function projectGoal({ today, remaining, monthly, targetDate }: GoalPace): ProjectedGoal {
  const months = remaining === 0 ? 0 : monthly > 0 ? Math.ceil(remaining / monthly) : Infinity;
  const date = months > maxMonths ? null : addMonthsToDay(today, months);
  const isAhead = targetDate !== null && targetDate > today;
  return {
    date,
    requiredMonthly: isAhead ? Math.ceil(remaining / Math.max(1, wholeMonths(today, targetDate))) : null,
    isOnTime: targetDate === null ? null : date !== null && date <= targetDate,
  };
}

/** Monthly dates from a day that lie on or before another. */
function wholeMonths(from: string, to: string): number {
  const [[year, month], [endYear, endMonth]] = [from, to].map((date) =>
    date.split("-").slice(0, 2).map(Number),
  ) as [[number, number], [number, number]];
  const between = (endYear - year) * 12 + endMonth - month;
  return addMonthsToDay(from, between) <= to ? between : between - 1;
}
