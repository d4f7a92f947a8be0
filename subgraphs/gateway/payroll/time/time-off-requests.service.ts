import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { employeeOf } from "../people/employees.service.ts";
import type { EmployeeRow } from "../payroll-tables.ts";
import { workDaysOf } from "./time-off-days.service.ts";
import { balancesOf } from "./time-off.service.ts";
import type * as types from "./time-off-requests.types.ts";
import { findOwn, findRows, insertAll, updateRow, type TimeOffRequestRow } from "./time.rows.ts";

const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);
const lastDays = 366;

/**
 * Requests time off from the balance of a policy. Throws NOT_FOUND, also for a policy that the employee does not have,
 * VALIDATION_ERROR, and BUSINESS_RULE time_off_overlap and balance_too_low.
 */
export function requestTimeOff(
  ctx: GatewayContext,
  input: types.RequestTimeOffInput,
): Promise<types.TimeOffRequest> {
  const { from, to } = input;
  if (to < from) throw refuse("to", "must not be before from", "minimum");
  if (to > addDays(from, lastDays))
    throw refuse("to", `must be at most ${lastDays} days after from`, "maximum");
  return exactlyOnce(ctx, { operation: "requestTimeOff", input }, async (em) => {
    const employee = await employeeOf(em, ctx, input.employeeId, true);
    if (from < employee.startDate || to > (employee.endDate ?? to))
      throw refuse("from", "must be within the employment, from start date to last day", "employment");
    const hoursPerDayHundredths = toMinor(input.hoursPerDay ?? 8, 2);
    const totalHundredths = workDaysOf(from, to).length * hoursPerDayHundredths;
    if (totalHundredths === 0) throw refuse("to", "must include a work day, Monday to Friday", "work_day");
    const open = `employee_id = $1 AND status <> 'denied' AND from_date <= $3 AND to_date >= $2 LIMIT 1`;
    const [other] = await findRows(em, "payroll_time_off_requests", open, [employee.id, from, to]);
    if (other)
      throw businessRule("time_off_overlap", "Another request has some of these days. Choose other days.", {
        requestId: other.id,
      });
    await refuseLowBalance(em, employee, { policyId: input.policyId, to, totalHundredths });
    const now = ctx.clock.now().toISOString();
    const row: TimeOffRequestRow = {
      id: newId("tor"),
      ownerId: employee.ownerId,
      employeeId: employee.id,
      policyId: input.policyId,
      fromDate: from,
      toDate: to,
      hoursPerDayHundredths,
      totalHundredths,
      status: "pending",
      reason: null,
      decidedBy: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "payroll_time_off_requests", [row]);
    return presentRequest(row);
  });
}

/** Approves a request, whose hours are paid in the runs of their periods. Throws NOT_FOUND and INVALID_STATE. */
export function approveTimeOff(
  ctx: GatewayContext,
  input: types.ApproveTimeOffInput,
): Promise<types.TimeOffRequest> {
  return exactlyOnce(ctx, { operation: "approveTimeOff", input }, (em) =>
    decide(em, ctx, input.requestId, { status: "approved", reason: null }),
  );
}

/** Denies a request that is pending, with a reason. Throws NOT_FOUND and INVALID_STATE. */
export function denyTimeOff(
  ctx: GatewayContext,
  input: types.DenyTimeOffInput,
): Promise<types.TimeOffRequest> {
  return exactlyOnce(ctx, { operation: "denyTimeOff", input }, (em) =>
    decide(em, ctx, input.requestId, { status: "denied", reason: input.reason }),
  );
}

/** The same decision again changes nothing. */
async function decide(
  em: EntityManager,
  ctx: GatewayContext,
  requestId: string,
  decision: Pick<TimeOffRequestRow, "status" | "reason">,
): Promise<types.TimeOffRequest> {
  const row = await findOwn(em, "payroll_time_off_requests", {
    ownerId: ownerOf(ctx),
    id: requestId,
    lock: true,
  });
  if (!row) throw notFound("time off request");
  if (row.status === decision.status) return presentRequest(row);
  if (row.status !== "pending") throw invalidState("time off request", row.status, ["pending"]);
  const updatedAt = ctx.clock.now().toISOString();
  const changes = { ...decision, decidedBy: ctx.principal.id, updatedAt };
  await updateRow(em, "payroll_time_off_requests", row.id, changes);
  return presentRequest({ ...row, ...changes });
}

/** The balance on the last day, less all requests that are not denied, must cover the hours. */
async function refuseLowBalance(
  em: EntityManager,
  employee: EmployeeRow,
  { policyId, to, totalHundredths }: { policyId: string; to: string; totalHundredths: number },
): Promise<void> {
  const balance = (await balancesOf(em, employee, to)).find((one) => one.policyId === policyId);
  if (!balance) throw notFound("time off policy");
  const sql = `SELECT coalesce(sum(total_hundredths), 0)::int AS sum FROM payroll_time_off_requests
    WHERE employee_id = $1 AND policy_id = $2 AND status = 'pending'`;
  const [pending] = await executeSql<{ sum: number }>(em, sql, [employee.id, policyId]);
  const available = Math.round(balance.balanceHours * 100) - pending!.sum;
  if (totalHundredths > available)
    throw businessRule("balance_too_low", "The balance does not cover this time off. Request fewer hours.", {
      requestedHours: totalHundredths / 100,
      availableHours: Math.max(available, 0) / 100,
    });
}

function presentRequest(row: TimeOffRequestRow): types.TimeOffRequest {
  const { id, employeeId, policyId, fromDate: from, toDate: to, status, reason, createdAt } = row;
  const hoursPerDay = row.hoursPerDayHundredths / 100;
  const totalHours = row.totalHundredths / 100;
  return { id, employeeId, policyId, from, to, hoursPerDay, totalHours, status, reason, createdAt };
}
