import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { employeeOf } from "../people/employees.service.ts";
import { periodOf } from "../schedules/pay-periods.ts";
import { findOwn as findPayrollRow } from "../payroll.rows.ts";
import type { SplitTime } from "./overtime.ts";
import { timeOfPeriod } from "./period-time.service.ts";
import { findRows, insertAll, updateRow, type TimesheetRow } from "./time.rows.ts";
import type * as types from "./time.types.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Approves the hours of an employee in a period. Approving again before the run includes hours added since. Throws
 * NOT_FOUND, VALIDATION_ERROR for another schedule's period, and INVALID_STATE once paid.
 */
export function approveTimesheet(
  ctx: GatewayContext,
  input: types.ApproveTimesheetInput,
): Promise<types.Timesheet> {
  return exactlyOnce(ctx, { operation: "approveTimesheet", input }, async (em) => {
    const employee = await employeeOf(em, ctx, input.employeeId, true);
    const period = await periodById(em, ctx, input.periodId);
    if (period.scheduleId !== employee.payScheduleId) {
      const message = "must be a period of the employee's pay schedule";
      throw validationError([{ path: "periodId", message, rule: "schedule" }]);
    }
    const { scheduleId, start: periodStart, end: periodEnd } = period;
    const { id: employeeId, ownerId } = employee;
    const where = "employee_id = $1 AND period_start = $2 AND period_end = $3";
    const [known] = await findRows(em, "payroll_timesheets", where, [employeeId, periodStart, periodEnd]);
    if (known?.status === "paid") throw invalidState("timesheet", "paid", ["open", "approved"]);
    const approving = `UPDATE payroll_time_entries SET status = 'approved'
      WHERE employee_id = $1 AND work_date BETWEEN $2 AND $3 AND status = 'open'`;
    await executeSql(em, approving, [employeeId, periodStart, periodEnd]);
    const hours = sumOf(await timeOfPeriod(em, [employeeId], periodStart, periodEnd));
    const row: TimesheetRow = {
      id: known?.id ?? newId("tsh"),
      ownerId,
      employeeId,
      scheduleId,
      periodStart,
      periodEnd,
      status: "approved",
      ...hours,
      approvedBy: ctx.principal.id,
      runId: null,
      createdAt: known?.createdAt ?? ctx.clock.now().toISOString(),
    };
    const { regularHundredths, overtimeHundredths, approvedBy } = row;
    if (known)
      await updateRow(em, "payroll_timesheets", row.id, {
        regularHundredths,
        overtimeHundredths,
        approvedBy,
      });
    else await insertAll(em, "payroll_timesheets", [row]);
    return presentTimesheet(row, input.periodId);
  });
}

function sumOf(entries: readonly SplitTime[]): SplitTime {
  const sum = (name: keyof SplitTime) => entries.reduce((total, entry) => total + entry[name], 0);
  return { regularHundredths: sum("regularHundredths"), overtimeHundredths: sum("overtimeHundredths") };
}

async function periodById(em: EntityManager, ctx: GatewayContext, periodId: string) {
  const [, scheduleId, start] = /^(\w+)\.(\d{4}-\d\d-\d\d)$/.exec(periodId) ?? [];
  const schedule = scheduleId
    ? await findPayrollRow(em, "pay_schedules", { ownerId: ownerOf(ctx), id: scheduleId })
    : null;
  const isDay = start !== undefined && !Number.isNaN(Date.parse(start));
  const period = schedule && isDay ? periodOf(schedule, start) : null;
  if (!schedule || !period || period.start !== start) throw notFound("pay period");
  return { scheduleId: schedule.id, ...period };
}

function presentTimesheet(row: TimesheetRow, periodId: string): types.Timesheet {
  const { regularHundredths, overtimeHundredths, ...facts } = row;
  const hours = { regularHours: regularHundredths / 100, overtimeHours: overtimeHundredths / 100 };
  return { ...facts, periodId, ...hours, totalHours: (regularHundredths + overtimeHundredths) / 100 };
}
