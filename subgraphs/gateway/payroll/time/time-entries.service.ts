import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql, sqlState } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import type { EmployeeRow } from "../payroll-tables.ts";
import { employeeOf } from "../people/employees.service.ts";
import { splitOvertime, weekOf } from "./overtime.ts";
import { findOwn, findRows, insertAll, pageRows, updateRow, type TimeEntryRow } from "./time.rows.ts";
import type * as types from "./time.types.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

const dayHundredths = 2_400;
const exclusionViolation = "23P01";
const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/**
 * Adds time worked on one day: hours, or from and to. Throws NOT_FOUND, VALIDATION_ERROR, BUSINESS_RULE
 * time_overlap and day_too_long, and INVALID_STATE for a period whose timesheet is approved.
 */
export function addTimeEntry(ctx: GatewayContext, input: types.AddTimeEntryInput): Promise<types.TimeEntry> {
  return exactlyOnce(ctx, { operation: "addTimeEntry", input }, (em) => addEntry(em, ctx, input));
}

/** Adds an entry in the open transaction. Throws like `addTimeEntry`. */
export async function addEntry(
  em: EntityManager,
  ctx: GatewayContext,
  input: types.AddTimeEntryInput,
): Promise<types.TimeEntry> {
  const employee = await employeeOf(em, ctx, input.employeeId, true);
  const { id: employeeId, ownerId } = employee;
  const { date: workDate } = input;
  await refuseTime(em, employee, workDate);
  const row: TimeEntryRow = {
    id: newId("tme"),
    ownerId,
    employeeId,
    workDate,
    ...timeOf(input),
    jobCode: input.jobCode ?? null,
    status: "open",
    createdAt: ctx.clock.now().toISOString(),
  };
  await refuseLongDay(em, row);
  await insertAll(em, "payroll_time_entries", [row]).catch(refuseOverlap);
  const [entry] = await withOvertime(em, [row]);
  return entry!;
}

/** Throws VALIDATION_ERROR for a day outside the employment, and INVALID_STATE when the hours of its period are approved. */
export async function refuseTime(em: EntityManager, employee: EmployeeRow, date: string): Promise<void> {
  refuseOutsideEmployment(employee, date);
  await refuseApproved(em, employee.id, date);
}

/**
 * Changes an entry that is not paid. A change of approved hours reopens the timesheet of their period. Throws NOT_FOUND,
 * VALIDATION_ERROR, BUSINESS_RULE time_overlap and day_too_long, and INVALID_STATE once paid.
 */
export function updateTimeEntry(
  ctx: GatewayContext,
  input: types.UpdateTimeEntryInput,
): Promise<types.TimeEntry> {
  return exactlyOnce(ctx, { operation: "updateTimeEntry", input }, async (em) => {
    const { row, employee } = await unpaidEntry(em, ctx, input.entryId);
    const workDate = input.date ?? row.workDate;
    refuseOutsideEmployment(employee, workDate);
    await reopenTimesheet(em, row.employeeId, row.workDate);
    await reopenTimesheet(em, row.employeeId, workDate);
    const time = timeOf({ ...writtenTime(row, input), date: workDate });
    const jobCode = input.jobCode === undefined ? row.jobCode : input.jobCode;
    const changed: TimeEntryRow = { ...row, workDate, ...time, jobCode, status: "open" };
    await refuseLongDay(em, changed);
    const { id: _id, ...changes } = changed;
    await updateRow(em, "payroll_time_entries", row.id, changes).catch(refuseOverlap);
    const [entry] = await withOvertime(em, [changed]);
    return entry!;
  });
}

/**
 * Deletes an entry that is not paid. Deleting approved hours reopens the timesheet of their period. Throws NOT_FOUND, and
 * INVALID_STATE once paid.
 */
export function deleteTimeEntry(
  ctx: GatewayContext,
  input: types.DeleteTimeEntryInput,
): Promise<types.DeletedTimeEntry> {
  return exactlyOnce(ctx, { operation: "deleteTimeEntry", input }, async (em) => {
    const { row } = await unpaidEntry(em, ctx, input.entryId);
    await reopenTimesheet(em, row.employeeId, row.workDate);
    await executeSql(em, "DELETE FROM payroll_time_entries WHERE id = $1", [row.id]);
    return { entryId: row.id, deleted: true };
  });
}

/** The account's time entries, newest day first. */
export function listTimeEntries(
  ctx: GatewayContext,
  { employeeId = null, from, to, status = null, limit, after }: types.TimeEntriesArgs,
): Promise<types.TimeEntryPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "payroll_time_entries", {
      where: `($2::text IS NULL OR employee_id = $2) AND work_date BETWEEN $3 AND $4
        AND ($5::text IS NULL OR status = $5)`,
      values: [employeeId, from, to, status],
      list: ["time entries", employeeId, from, to, status],
      limit,
      after,
      newestBy: ["work_date", "workDate"],
    });
    return { entries: await withOvertime(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Entries with regular and overtime hours, computed from each whole work week. */
async function withOvertime(em: EntityManager, rows: readonly TimeEntryRow[]): Promise<types.TimeEntry[]> {
  const weeks = [...new Set(rows.map(({ workDate }) => weekOf(workDate)))].toSorted();
  if (weeks.length === 0) return [];
  const people = [...new Set(rows.map(({ employeeId }) => employeeId))];
  const where = `employee_id = ANY ($1) AND work_date BETWEEN $2 AND $3 ORDER BY work_date, created_at, id`;
  const last = addDays(weeks.at(-1)!, 6);
  const all = await findRows(em, "payroll_time_entries", where, [people, weeks[0], last]);
  const split = [...Map.groupBy(all, ({ employeeId }) => employeeId).values()].flatMap(splitOvertime);
  const byId = new Map(split.map((entry) => [entry.id, entry]));
  return rows.map(({ id }) => presentEntry(byId.get(id)!));
}

function presentEntry(entry: ReturnType<typeof splitOvertime<TimeEntryRow>>[number]): types.TimeEntry {
  const { id, employeeId, workDate: date, worked, jobCode, status, createdAt } = entry;
  const [from, to] = worked === null ? [null, null] : timesOf(worked, date);
  const hours = entry.hoursHundredths / 100;
  const parts = {
    regularHours: entry.regularHundredths / 100,
    overtimeHours: entry.overtimeHundredths / 100,
  };
  return { id, employeeId, date, from, to, hours, ...parts, jobCode, status, createdAt };
}

function timesOf(worked: string, date: string): [string, string] {
  const [start, end] = [...worked.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d)/g)];
  return [start![2]!, end![1] === date ? end![2]! : "24:00"];
}

interface WrittenTime {
  date: string;
  hours?: number | null;
  from?: string | null;
  to?: string | null;
}

/** The time of an entry after a change: as before, unless hours or a time are given. */
function writtenTime(row: TimeEntryRow, { hours, from, to }: types.UpdateTimeEntryInput) {
  const [start, end] = row.worked === null ? [null, null] : timesOf(row.worked, row.workDate);
  if (typeof hours === "number") return { hours, from: from ?? null, to: to ?? null };
  if (start === null && !from && !to) return { hours: row.hoursHundredths / 100 };
  return { from: from ?? start, to: to ?? end };
}

/** Hours, or from and to. Throws VALIDATION_ERROR. */
function timeOf(given: WrittenTime): Pick<TimeEntryRow, "worked" | "hoursHundredths"> {
  const { date, hours, from, to } = given;
  if (typeof hours === "number") {
    if (from || to) throw refuse("hours", "must not be set together with from or to", "single");
    return { worked: null, hoursHundredths: toMinor(hours, 2) };
  }
  if (!from || !to) throw refuse("hours", "is required unless from and to are set", "required");
  const minutes = minuteOf(to) - minuteOf(from);
  if (minutes <= 0) throw refuse("to", "must be after from", "minimum");
  const end = to === "24:00" ? `${addDays(date, 1)} 00:00` : `${date} ${to}`;
  const worked = `[${date} ${from},${end})`;
  return { worked, hoursHundredths: Math.max(Math.round((minutes * 100) / 60), 1) };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

async function refuseApproved(em: EntityManager, employeeId: string, date: string): Promise<void> {
  const where = "employee_id = $1 AND $2::date BETWEEN period_start AND period_end";
  const [sheet] = await findRows(em, "payroll_timesheets", where, [employeeId, date]);
  if (sheet) throw invalidState("timesheet", sheet.status, ["open"]);
}

function refuseOutsideEmployment({ startDate, endDate }: EmployeeRow, workDate: string): void {
  if (workDate < startDate || workDate > (endDate ?? workDate))
    throw refuse("date", "must be within the employment, from start date to last day", "employment");
}

async function refuseLongDay(em: EntityManager, row: TimeEntryRow): Promise<void> {
  const sum = `SELECT coalesce(sum(hours_hundredths), 0)::int AS sum FROM payroll_time_entries
    WHERE employee_id = $1 AND work_date = $2 AND id <> $3`;
  const [others] = await executeSql<{ sum: number }>(em, sum, [row.employeeId, row.workDate, row.id]);
  if (others!.sum + row.hoursHundredths > dayHundredths)
    throw businessRule("day_too_long", "Time entries of one day cannot exceed 24 hours. Enter fewer hours.");
}

function refuseOverlap(error: unknown): never {
  if (sqlState(error) !== exclusionViolation) throw error;
  throw businessRule("time_overlap", "This time overlaps another entry of the employee. Change from or to.");
}

/** Changes of an employee's time wait for each other, for approvals and for runs at the employee. */
async function unpaidEntry(em: EntityManager, ctx: GatewayContext, entryId: string) {
  const own = { ownerId: ownerOf(ctx), id: entryId };
  const found = await findOwn(em, "payroll_time_entries", own);
  if (!found) throw notFound("time entry");
  const employee = await employeeOf(em, ctx, found.employeeId, true);
  const row = await findOwn(em, "payroll_time_entries", { ...own, lock: true });
  if (!row) throw notFound("time entry");
  if (row.status === "paid") throw invalidState("time entry", row.status, ["open", "approved"]);
  return { row, employee };
}

/** Hours that change are approved again. Throws INVALID_STATE once they are paid. */
async function reopenTimesheet(em: EntityManager, employeeId: string, date: string): Promise<void> {
  const where = "employee_id = $1 AND $2::date BETWEEN period_start AND period_end FOR UPDATE";
  const [sheet] = await findRows(em, "payroll_timesheets", where, [employeeId, date]);
  if (!sheet) return;
  if (sheet.status === "paid") throw invalidState("timesheet", sheet.status, ["open", "approved"]);
  await executeSql(em, "DELETE FROM payroll_timesheets WHERE id = $1", [sheet.id]);
  const reopening = `UPDATE payroll_time_entries SET status = 'open'
    WHERE employee_id = $1 AND work_date BETWEEN $2 AND $3 AND status = 'approved'`;
  await executeSql(em, reopening, [employeeId, sheet.periodStart, sheet.periodEnd]);
}
