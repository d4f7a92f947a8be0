import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { findOwn, findRows, insertAll, updateRow } from "../payroll.rows.ts";
import type { EnrollmentRow } from "../payroll-tables.ts";
import { percentageOf, readAmountOrPercent } from "./amount-or-percent.ts";
import type * as types from "./change-terms.types.ts";
import { employeeOf } from "./employees.service.ts";
import type { DeductionEnrollment } from "./enrollment.types.ts";

/** The account's types of deduction. */
export function listDeductionTypes(ctx: GatewayContext): Promise<types.DeductionTypeList> {
  const read = (em: EntityManager) =>
    findRows(em, "payroll_deduction_types", "owner_id = $1 ORDER BY code LIMIT 500", [ownerOf(ctx)]);
  return inTransaction(ctx, async (em) => ({ deductionTypes: await read(em) }), { readOnly: true });
}

/** Deductions of an employee in effect on a pay date. Throws NOT_FOUND. */
export function listEmployeeDeductions(
  ctx: GatewayContext,
  { employeeId, asOf }: types.EmployeeDeductionsArgs,
): Promise<types.EmployeeDeductionList> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    const day = asOf ?? ctx.clock.now().toISOString().slice(0, 10);
    const where = `employee_id = $1 AND starts_on <= $2 AND (ends_on IS NULL OR ends_on >= $2)
      ORDER BY code LIMIT 500`;
    const rows = await findRows(em, "payroll_enrollments", where, [employeeId, day]);
    return { enrollments: rows.map(presentEnrollment) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes a deduction from a pay date: the enrollment ends the day before, and another begins. From its first day, it is
 * changed itself. Throws NOT_FOUND, VALIDATION_ERROR, and INVALID_STATE when it has an end.
 */
export function updateDeductionEnrollment(
  ctx: GatewayContext,
  input: types.UpdateDeductionEnrollmentInput,
): Promise<DeductionEnrollment> {
  const wanted = readAmountOrPercent(input);
  return exactlyOnce(ctx, { operation: "updateDeductionEnrollment", input }, async (em) => {
    const { enrollmentId, effectiveDate: startsOn } = input;
    const row = await lockedEnrollment(em, ctx, enrollmentId);
    if (row.endsOn !== null) throw invalidState("enrollment", "ended", ["active"]);
    if (startsOn < row.startsOn)
      throw validationError([
        { path: "effectiveDate", message: `must not be before ${row.startsOn}`, rule: "minimum" },
      ]);
    if (startsOn === row.startsOn) {
      await updateRow(em, "payroll_enrollments", row.id, wanted);
      return presentEnrollment({ ...row, ...wanted });
    }
    await updateRow(em, "payroll_enrollments", row.id, { endsOn: addDays(startsOn, -1) });
    const createdAt = ctx.clock.now().toISOString();
    const next: EnrollmentRow = { ...row, id: newId("enr"), startsOn, ...wanted, createdAt };
    await insertAll(em, "payroll_enrollments", [next]);
    return presentEnrollment(next);
  });
}

/** Ends a deduction after a pay date. Throws NOT_FOUND and VALIDATION_ERROR. */
export function endDeductionEnrollment(
  ctx: GatewayContext,
  input: types.EndDeductionEnrollmentInput,
): Promise<DeductionEnrollment> {
  return exactlyOnce(ctx, { operation: "endDeductionEnrollment", input }, async (em) => {
    const { enrollmentId, to: endsOn } = input;
    const row = await lockedEnrollment(em, ctx, enrollmentId);
    refuseEndBeforeStart(row, endsOn);
    await refuseLaterEnrollment(em, row, endsOn);
    await updateRow(em, "payroll_enrollments", row.id, { endsOn });
    return presentEnrollment({ ...row, endsOn });
  });
}

/** An order or a deduction that was never due ends the day before it starts. Throws VALIDATION_ERROR. */
export function refuseEndBeforeStart({ startsOn }: { startsOn: string }, endsOn: string): void {
  const first = addDays(startsOn, -1);
  if (endsOn < first)
    throw validationError([{ path: "to", message: `must not be before ${first}`, rule: "minimum" }]);
}

/** The end of one that is followed by another must stay before it. */
async function refuseLaterEnrollment(em: EntityManager, row: EnrollmentRow, endsOn: string): Promise<void> {
  const where = "employee_id = $1 AND code = $2 AND id <> $3 AND starts_on > $4 ORDER BY starts_on LIMIT 1";
  const values = [row.employeeId, row.code, row.id, row.startsOn];
  const [next] = await findRows(em, "payroll_enrollments", where, values);
  if (next && endsOn >= next.startsOn)
    throw validationError([
      { path: "to", message: `must be before ${next.startsOn}, when the next one starts`, rule: "maximum" },
    ]);
}

/** Changes of an employee's deductions wait for each other at the employee. */
async function lockedEnrollment(
  em: EntityManager,
  ctx: GatewayContext,
  enrollmentId: string,
): Promise<EnrollmentRow> {
  const own = { ownerId: ownerOf(ctx), id: enrollmentId };
  const found = await findOwn(em, "payroll_enrollments", own);
  if (!found) throw notFound("enrollment");
  await employeeOf(em, ctx, found.employeeId, true);
  return (await findOwn(em, "payroll_enrollments", { ...own, lock: true }))!;
}

export function presentEnrollment(row: EnrollmentRow): DeductionEnrollment {
  return { ...row, percentage: percentageOf(row.percent), employerMatch: percentageOf(row.matchPercent) };
}
