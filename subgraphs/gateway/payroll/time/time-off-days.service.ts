import type { EntityManager } from "@mikro-orm/postgresql";
import { addDays } from "../../../../src/time/local-date.ts";
import { isWeekend } from "../../../../src/time/us-holidays.ts";
import type { TimeScope } from "./pay-time.service.ts";
import { findRows } from "./time.rows.ts";

/** Time off on one work day, in hundredths of hours. */
export interface TimeOffDay {
  employeeId: string;
  workDate: string;
  hoursHundredths: number;
}

/** Work days of a span, Monday to Friday. */
export function workDaysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isWeekend(day)) days.push(day);
  return days;
}

/** Approved time off in a run's period, by employee. Only regular and final runs pay time. */
export async function timeOffToPay(
  em: EntityManager,
  { type, periodStart, periodEnd }: TimeScope,
  employeeIds: readonly string[],
): Promise<Map<string, TimeOffDay[]>> {
  if (type !== "regular" && type !== "final") return new Map();
  const where = `employee_id = ANY ($1) AND status = 'approved' AND from_date <= $3 AND to_date >= $2
    ORDER BY from_date, id`;
  const requests = await findRows(em, "payroll_time_off_requests", where, [
    employeeIds,
    periodStart,
    periodEnd,
  ]);
  const days = requests.flatMap(({ employeeId, fromDate, toDate, hoursPerDayHundredths }) => {
    const [from, to] = [
      fromDate > periodStart ? fromDate : periodStart,
      toDate < periodEnd ? toDate : periodEnd,
    ];
    return workDaysOf(from, to).map((workDate) => {
      return { employeeId, workDate, hoursHundredths: hoursPerDayHundredths };
    });
  });
  return Map.groupBy(days, ({ employeeId }) => employeeId);
}
