import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { timesheetsOpen } from "../payroll.errors.ts";
import type { RunRow } from "../payroll-tables.ts";
import type { SplitTime } from "./overtime.ts";
import { timeOfPeriod } from "./period-time.service.ts";
import type { TimeEntryRow } from "./time.rows.ts";

/** The fields of a run that select its time entries. */
export type TimeScope = Pick<RunRow, "id" | "ownerId" | "type" | "periodStart" | "periodEnd">;

/** Approved time in a run's period, by employee. Only regular and final runs pay time. */
export async function timeToPay(
  em: EntityManager,
  { type, periodStart, periodEnd }: TimeScope,
  employeeIds: readonly string[],
): Promise<Map<string, (TimeEntryRow & SplitTime)[]>> {
  if (type !== "regular" && type !== "final") return new Map();
  const entries = await timeOfPeriod(em, employeeIds, periodStart, periodEnd);
  const approved = entries.filter(({ status }) => status === "approved");
  return Map.groupBy(approved, ({ employeeId }) => employeeId);
}

/** Throws TIMESHEETS_OPEN when time in the period is not approved. */
export async function refuseOpenTime(
  em: EntityManager,
  { type, periodStart, periodEnd }: TimeScope,
  employeeIds: readonly string[],
): Promise<void> {
  if (type !== "regular" && type !== "final") return;
  const sql = `SELECT DISTINCT employee_id AS "employeeId" FROM payroll_time_entries
    WHERE employee_id = ANY ($1) AND work_date BETWEEN $2 AND $3 AND status = 'open' ORDER BY 1`;
  const open = await executeSql<{ employeeId: string }>(em, sql, [employeeIds, periodStart, periodEnd]);
  if (open.length > 0) throw timesheetsOpen(open.map(({ employeeId }) => employeeId));
}

/** Marks the approved time of these employees as paid by a run, which locks it. */
export async function markTimePaid(
  em: EntityManager,
  { id, type, periodStart, periodEnd }: TimeScope,
  employeeIds: readonly string[],
): Promise<void> {
  if (type !== "regular" && type !== "final") return;
  const of = [employeeIds, periodStart, periodEnd];
  const entries = `UPDATE payroll_time_entries SET status = 'paid'
    WHERE employee_id = ANY ($1) AND work_date BETWEEN $2 AND $3 AND status = 'approved'`;
  await executeSql(em, entries, of);
  const sheets = `UPDATE payroll_timesheets SET status = 'paid', run_id = $4
    WHERE employee_id = ANY ($1) AND period_start >= $2 AND period_end <= $3 AND status = 'approved'`;
  await executeSql(em, sheets, [...of, id]);
}

/** Returns paid time to `approved` after its payslip was reversed. */
export async function freePaidTime(
  em: EntityManager,
  { runId, employeeIds }: { runId: string; employeeIds: readonly string[] },
): Promise<void> {
  const sql = `WITH freed AS (
      UPDATE payroll_timesheets SET status = 'approved', run_id = NULL
      WHERE run_id = $1 AND employee_id = ANY ($2) RETURNING employee_id, period_start, period_end)
    UPDATE payroll_time_entries AS entry SET status = 'approved' FROM freed
    WHERE entry.employee_id = freed.employee_id AND entry.work_date BETWEEN freed.period_start AND freed.period_end
      AND entry.status = 'paid'`;
  await executeSql(em, sql, [runId, employeeIds]);
}
