import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { employeeOf } from "../people/employees.service.ts";
import { periodOf } from "../schedules/pay-periods.ts";
import { findOwn as findPayrollRow } from "../payroll.rows.ts";
import type { EmployeeRow, ScheduleRow } from "../payroll-tables.ts";
import { readPaidOut } from "./paid-out.rows.ts";
import { accrue, type AccrualEvent } from "./time-off.ts";
import type * as types from "./time-off.types.ts";
import {
  findOwn,
  findRows,
  insertAll,
  type TimeOffAssignmentRow,
  type TimeOffPolicyRow,
} from "./time.rows.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Creates a time off policy. */
export function createTimeOffPolicy(
  ctx: GatewayContext,
  input: types.CreateTimeOffPolicyInput,
): Promise<types.TimeOffPolicy> {
  return exactlyOnce(ctx, { operation: "createTimeOffPolicy", input }, async (em) => {
    const hundredths = (hours: number | null | undefined) =>
      typeof hours === "number" ? toMinor(hours, 2) : null;
    const row: TimeOffPolicyRow = {
      id: newId("top"),
      ownerId: ownerOf(ctx),
      name: input.name.trim(),
      accrual: input.accrual,
      rateHundredths: toMinor(input.rate, 2),
      capHundredths: hundredths(input.cap),
      carryoverHundredths: hundredths(input.carryover),
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "payroll_time_off_policies", [row]);
    return presentPolicy(row);
  });
}

/** The account's time off policies, by name. */
export function listTimeOffPolicies(ctx: GatewayContext): Promise<types.TimeOffPolicyList> {
  const read = (em: EntityManager) =>
    findRows(em, "payroll_time_off_policies", "owner_id = $1 ORDER BY name, id LIMIT 500", [ownerOf(ctx)]);
  return inTransaction(ctx, async (em) => ({ policies: (await read(em)).map(presentPolicy) }), {
    readOnly: true,
  });
}

/** Assigns a time off policy to an employee. Throws NOT_FOUND, and DUPLICATE when already assigned. */
export function assignTimeOffPolicy(
  ctx: GatewayContext,
  input: types.AssignTimeOffPolicyInput,
): Promise<types.TimeOffAssignment> {
  return exactlyOnce(ctx, { operation: "assignTimeOffPolicy", input }, async (em) => {
    const { id: employeeId, ownerId } = await employeeOf(em, ctx, input.employeeId, true);
    const policy = await findOwn(em, "payroll_time_off_policies", { ownerId, id: input.policyId });
    if (!policy) throw notFound("time off policy");
    const taken = await findRows(em, "payroll_time_off_assignments", "employee_id = $1 AND policy_id = $2", [
      employeeId,
      policy.id,
    ]);
    if (taken.length > 0)
      throw new DomainError(
        "DUPLICATE",
        "The employee already has this time off policy. Choose another policy.",
      );
    const row: TimeOffAssignmentRow = {
      id: newId("toa"),
      ownerId,
      employeeId,
      policyId: policy.id,
      startsOn: input.from,
      openingHundredths: toMinor(input.openingBalance ?? 0, 2),
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "payroll_time_off_assignments", [row]);
    const { id, policyId, startsOn: from, openingHundredths } = row;
    return { id, employeeId, policyId, from, openingBalance: openingHundredths / 100 };
  });
}

/** Time off balances of an employee on a day, per policy. Throws NOT_FOUND. */
export function readTimeOff(
  ctx: GatewayContext,
  { employeeId, asOf }: types.TimeOffArgs,
): Promise<types.TimeOffBalances> {
  const day = asOf ?? ctx.clock.now().toISOString().slice(0, 10);
  const read = async (em: EntityManager) => {
    const employee = await employeeOf(em, ctx, employeeId);
    return { employeeId: employee.id, asOf: day, balances: await balancesOf(em, employee, day) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Balances of an employee on a day, per policy, less approved time off that began by then and what was paid out. */
export async function balancesOf(
  em: EntityManager,
  employee: EmployeeRow,
  day: string,
): Promise<types.TimeOffBalance[]> {
  const { ownerId } = employee;
  const schedule = await findPayrollRow(em, "pay_schedules", { ownerId, id: employee.payScheduleId });
  const lastDay = employee.endDate !== null && employee.endDate < day ? employee.endDate : day;
  const where = "employee_id = $1 AND starts_on <= $2 ORDER BY created_at, id";
  const assignments = await findRows(em, "payroll_time_off_assignments", where, [employee.id, day]);
  const taken = `employee_id = $1 AND status = 'approved' AND from_date <= $2`;
  const requests = await findRows(em, "payroll_time_off_requests", taken, [employee.id, day]);
  const paidOut = await readPaidOut(em, employee.id, { by: day });
  const balances: types.TimeOffBalance[] = [];
  for (const { policyId, startsOn, openingHundredths } of assignments) {
    const policy = (await findOwn(em, "payroll_time_off_policies", { ownerId, id: policyId }))!;
    const events = [...yearsOf(startsOn, lastDay), ...periodsOf(schedule!, startsOn, lastDay)];
    const worked = policy.accrual === "per_hour" ? await workedOf(em, employee.id, startsOn, lastDay) : [];
    const sums = accrue(policy, openingHundredths, [...events, ...worked]);
    const used = requests.filter((request) => request.policyId === policyId);
    const usedHundredths = used.reduce(
      (sum, { totalHundredths }) => sum + totalHundredths,
      paidOut.get(policyId) ?? 0,
    );
    balances.push({
      policyId,
      name: policy.name,
      openingHours: openingHundredths / 100,
      accruedHours: sums.accruedHundredths / 100,
      lostHours: sums.lostHundredths / 100,
      usedHours: usedHundredths / 100,
      balanceHours: (sums.balanceHundredths - usedHundredths) / 100,
    });
  }
  return balances;
}

/** Years begin with the assignment and each first of January after it. */
function yearsOf(first: string, last: string): AccrualEvent[] {
  const events: AccrualEvent[] = [];
  for (let date = first; date <= last; date = `${Number(date.slice(0, 4)) + 1}-01-01`)
    events.push({ date, kind: "year", hoursHundredths: 0 });
  return events;
}

/** Periods count on their last day. */
function periodsOf(schedule: ScheduleRow, first: string, last: string): AccrualEvent[] {
  const events: AccrualEvent[] = [];
  for (
    let period = periodOf(schedule, first);
    period.end <= last;
    period = periodOf(schedule, addDays(period.end, 1))
  )
    events.push({ date: period.end, kind: "period", hoursHundredths: 0 });
  return events;
}

async function workedOf(
  em: EntityManager,
  employeeId: string,
  first: string,
  last: string,
): Promise<AccrualEvent[]> {
  const sql = `SELECT to_char(work_date, 'YYYY-MM-DD') AS date, sum(hours_hundredths)::int AS "hoursHundredths"
    FROM payroll_time_entries WHERE employee_id = $1 AND work_date BETWEEN $2 AND $3 AND status <> 'open' GROUP BY 1`;
  const rows = await executeSql<{ date: string; hoursHundredths: number }>(em, sql, [
    employeeId,
    first,
    last,
  ]);
  return rows.map((row) => ({ ...row, kind: "worked" }));
}

function presentPolicy(row: TimeOffPolicyRow): types.TimeOffPolicy {
  const { id, name, accrual, rateHundredths, capHundredths, carryoverHundredths, createdAt } = row;
  const hours = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);
  const limits = { cap: hours(capHundredths), carryover: hours(carryoverHundredths) };
  return { id, name, accrual, rate: rateHundredths / 100, ...limits, createdAt };
}
