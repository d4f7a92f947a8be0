import { planDeposits, type TaxesOfPayDate } from "./federal-deposits.ts";
import type { DepositSchedule } from "./tax-deposits.ts";

/** Tax liability of one day of a quarter, in cents. */
export interface LiabilityOfDay {
  date: string;
  amountCents: number;
}

/**
 * Schedule B of Form 941: the liability of each day with wages, whose sum is line 12. Null unless the employer was a
 * semiweekly depositor in a part of the quarter, also by 100,000 on one of its days. `days` are all taxes of the
 * account in order of pay date, since the schedule depends on earlier quarters.
 */
export function scheduleBOf(
  days: readonly TaxesOfPayDate[],
  setting: DepositSchedule,
  { start, end }: { start: string; end: string },
): LiabilityOfDay[] | null {
  const isInside = (date: string) => date >= start && date <= end;
  const { scheduleOn, gathered } = planDeposits(days, setting);
  const hasNextDay = gathered.some((one) => one.isNextDay && isInside(one.end));
  if (scheduleOn(end) !== "semiweekly" && !hasNextDay) return null;
  const ofQuarter = Map.groupBy(
    days.filter(({ payDate }) => isInside(payDate)),
    ({ payDate }) => payDate,
  );
  return [...ofQuarter]
    .map(([date, all]) => ({ date, amountCents: all.reduce((sum, one) => sum + one.form941Cents, 0) }))
    .filter(({ amountCents }) => amountCents !== 0);
}
