import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { sqlState } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { escapeLike } from "../../base/like.ts";
import { storedAddress } from "./address.types.ts";
import type * as types from "./employee.types.ts";
import { findOwn, findRows, insertAll, pageRows, updateRow } from "../payroll.rows.ts";
import type { EmployeeRow } from "../payroll-tables.ts";
import { planned } from "./planned-changes.ts";
import { useSecret } from "./secrets.service.ts";
import { invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";

/** Days for which an employee may have planned changes. */
const maxPlanned = 12;

/** An employee in the open transaction, locked for update on request. Throws NOT_FOUND. */
export async function employeeOf(
  em: EntityManager,
  ctx: GatewayContext,
  employeeId: string,
  lock = false,
): Promise<EmployeeRow> {
  const row = await findOwn(em, "payroll_employees", { ownerId: ownerOf(ctx), id: employeeId, lock });
  if (!row) throw notFound("employee");
  return row;
}

/** Adds an employee, who is paid once a pay rate is set. Throws NOT_FOUND, DUPLICATE, and INVALID_STATE of the schedule. */
export function createEmployee(
  ctx: GatewayContext,
  input: types.CreateEmployeeInput,
): Promise<types.PayrollEmployee> {
  return exactlyOnce(ctx, { operation: "createEmployee", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    await activeScheduleOf(em, ctx, input.payScheduleId);
    const id = newId("emp");
    const { ssnSetupToken = null, department = null, residenceState = null, address, ...facts } = input;
    const ssn =
      ssnSetupToken === null ? null : await useSecret(em, ctx, ssnSetupToken, { kind: "ssn", by: id });
    const now = ctx.clock.now().toISOString();
    const row: EmployeeRow = {
      id,
      ownerId,
      ...facts,
      department,
      residenceState,
      endDate: null,
      endReason: null,
      payoutPto: false,
      status: "onboarding",
      ssnSecretId: ssn?.id ?? null,
      ssnLast4: ssn?.last4 ?? null,
      address: address ? storedAddress(address) : null,
      plannedChanges: [],
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "payroll_employees", [row]).catch((error: unknown) => {
      if (sqlState(error) === "23505")
        throw new DomainError("DUPLICATE", "Another employee has this e-mail address. Use a different one.", {
          field: "email",
        });
      throw error;
    });
    return row;
  });
}

/** One of the account's employees. Throws NOT_FOUND. */
export function readEmployee(ctx: GatewayContext, employeeId: string): Promise<types.PayrollEmployee> {
  return inTransaction(ctx, (em) => employeeOf(em, ctx, employeeId), { readOnly: true });
}

/** The account's employees, newest first. */
export function listEmployees(
  ctx: GatewayContext,
  { status = null, department = null, query = null, limit, after }: types.EmployeesArgs,
): Promise<types.PayrollEmployeePage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "payroll_employees", {
      where: `($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR department = $3)
        AND ($4::text IS NULL OR first_name || ' ' || last_name || ' ' || email ILIKE $4)`,
      values: [status, department, query === null ? null : `%${escapeLike(query)}%`],
      list: ["employees", status, department, query],
      limit,
      after,
    });
    return { employees: rows, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Updates an employee for future runs, or for pay dates from a day on. Throws NOT_FOUND, VERSION_CONFLICT, VALIDATION_ERROR
 * for a day that has passed or a thirteenth planned day, and INVALID_STATE when terminated.
 */
export function updateEmployee(
  ctx: GatewayContext,
  input: types.UpdateEmployeeInput,
): Promise<types.PayrollEmployee> {
  return exactlyOnce(ctx, { operation: "updateEmployee", input }, async (em) => {
    const row = await employeeOf(em, ctx, input.employeeId, true);
    const { employeeId: _, version, effectiveDate = null, ssnSetupToken = null, ...fields } = input;
    if (version && version !== row.version) throw versionConflict(row.version);
    const given = Object.entries(fields).filter(
      ([name, value]) => (value ?? null) !== null || name === "department" || name === "residenceState",
    );
    const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    if (input.address) changes["address"] = storedAddress(input.address);
    if (changes["status"] && !["active", "on_leave"].includes(row.status))
      throw invalidState("employee", row.status, ["active", "on_leave"]);
    const today = ctx.clock.now().toISOString().slice(0, 10);
    if (ssnSetupToken !== null) {
      const ssn = await useSecret(em, ctx, ssnSetupToken, { kind: "ssn", by: row.id });
      // A number holds for all time, so it does not wait for a day.
      Object.assign(row, await change(em, ctx, row, { ssnSecretId: ssn.id, ssnLast4: ssn.last4 }));
    }
    if (effectiveDate === null || effectiveDate === today) return change(em, ctx, row, changes);
    if (row.status === "terminated") throw invalidState("employee", row.status, ["active", "on_leave"]);
    const plannedChanges = planned(row.plannedChanges, effectiveDate, changes);
    refusePlan(effectiveDate, today, plannedChanges.length);
    return change(em, ctx, row, { plannedChanges });
  });
}

function refusePlan(effectiveDate: string, today: string, count: number): void {
  const refuse = (message: string, rule: string) =>
    validationError([{ path: "effectiveDate", message, rule }]);
  if (effectiveDate < today)
    throw refuse(`must not be before ${today}: payslips keep the values of their pay date`, "minimum");
  if (count > maxPlanned) throw refuse(`must be one of at most ${maxPlanned} planned days`, "maxItems");
}

/**
 * Ends employment. A regular or final run pays up to the last day, and on request the balance of time off. Throws NOT_FOUND, VALIDATION_ERROR for a day before
 * the start date, and INVALID_STATE when already terminated.
 */
export function terminateEmployee(
  ctx: GatewayContext,
  input: types.TerminateEmployeeInput,
): Promise<types.PayrollEmployee> {
  return exactlyOnce(ctx, { operation: "terminateEmployee", input }, async (em) => {
    const row = await employeeOf(em, ctx, input.employeeId, true);
    if (row.status === "terminated")
      throw invalidState("employee", row.status, ["onboarding", "active", "on_leave"]);
    if (input.lastDay < row.startDate)
      throw validationError([{ path: "lastDay", message: "must not be before startDate", rule: "minimum" }]);
    const end = { endDate: input.lastDay, endReason: input.reason, payoutPto: input.payoutPto ?? false };
    return change(em, ctx, row, { status: "terminated", ...end, plannedChanges: [] });
  });
}

/**
 * Employs a person again from a day after the last one; sums of the year go on. Throws NOT_FOUND, VALIDATION_ERROR, and
 * INVALID_STATE when not terminated or the pay schedule is archived.
 */
export function rehireEmployee(
  ctx: GatewayContext,
  input: types.RehireEmployeeInput,
): Promise<types.PayrollEmployee> {
  return exactlyOnce(ctx, { operation: "rehireEmployee", input }, async (em) => {
    const row = await employeeOf(em, ctx, input.employeeId, true);
    const { startDate } = input;
    if (row.status !== "terminated") throw invalidState("employee", row.status, ["terminated"]);
    if (startDate <= row.endDate!)
      throw validationError([
        { path: "startDate", message: `must be after ${row.endDate}`, rule: "minimum" },
      ]);
    await activeScheduleOf(em, ctx, row.payScheduleId);
    const rates = await findRows(em, "payroll_compensations", "employee_id = $1 LIMIT 1", [row.id]);
    const status = rates.length > 0 ? "active" : "onboarding";
    return change(em, ctx, row, { status, startDate, endDate: null, endReason: null, payoutPto: false });
  });
}

/** A pay schedule that takes employees, until the transaction ends. Throws NOT_FOUND and INVALID_STATE. */
async function activeScheduleOf(em: EntityManager, ctx: GatewayContext, scheduleId: string): Promise<void> {
  const where = "owner_id = $1 AND id = $2 FOR SHARE";
  const [schedule] = await findRows(em, "pay_schedules", where, [ownerOf(ctx), scheduleId]);
  if (!schedule) throw notFound("pay schedule");
  if (schedule.status !== "active") throw invalidState("pay schedule", schedule.status, ["active"]);
}

async function change(
  em: EntityManager,
  ctx: GatewayContext,
  row: EmployeeRow,
  fields: Partial<EmployeeRow>,
): Promise<EmployeeRow> {
  const changes = { ...fields, version: row.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "payroll_employees", row.id, changes);
  return { ...row, ...changes };
}
