import type { EntityManager } from "@mikro-orm/postgresql";
import { splitOvertime, weekOf, type SplitTime } from "./overtime.ts";
import { findRows, type TimeEntryRow } from "./time.rows.ts";

/** Entries of a period with their regular and overtime hours, in order of their days. */
export async function timeOfPeriod(
  em: EntityManager,
  employeeIds: readonly string[],
  start: string,
  end: string,
): Promise<(TimeEntryRow & SplitTime)[]> {
  const where = `employee_id = ANY ($1) AND work_date BETWEEN $2 AND $3 ORDER BY work_date, created_at, id`;
  // Overtime of the first week counts from the day it began, which may be before the period.
  const rows = await findRows(em, "payroll_time_entries", where, [employeeIds, weekOf(start), end]);
  return [...Map.groupBy(rows, ({ employeeId }) => employeeId).values()]
    .flatMap(splitOvertime)
    .filter(({ workDate }) => workDate >= start);
}
