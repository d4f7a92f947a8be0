import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { sqlState } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { defaultW4 } from "../taxes/income-tax-withholding.ts";
import { employeeOf } from "./employees.service.ts";
import { presentEnrollment } from "./deductions.service.ts";
import { readAmountOrPercent, readPercent } from "./amount-or-percent.ts";
import { presentGarnishment } from "./garnishments.service.ts";
import type * as terms from "./employee-terms.types.ts";
import type { DeductionEnrollment, EnrollInDeductionInput } from "./enrollment.types.ts";
import type * as certificates from "./certificate.types.ts";
import { findRows, insertAll, updateRow } from "../payroll.rows.ts";
import type { CompensationRow, EnrollmentRow, GarnishmentRow, W4Row } from "../payroll-tables.ts";
import { notFound } from "../../base/gateway.errors.ts";

const replacing = (columns: string) => {
  const set = columns.split(" ").map((column) => `${column} = EXCLUDED.${column}`);
  return `ON CONFLICT (employee_id, effective_date) DO UPDATE SET ${set.join(", ")}`;
};

/** Sets a pay rate from a day, replacing one of the same day. Throws NOT_FOUND and VALIDATION_ERROR. */
export function setCompensation(
  ctx: GatewayContext,
  input: terms.SetCompensationInput,
): Promise<terms.Compensation> {
  const { kind, perUnit } = input;
  if ((kind === "hourly") !== (perUnit === "hour"))
    throw validationError([
      {
        path: "perUnit",
        message: "must be hour for hourly pay, and period, month or year for a salary",
        rule: "enum",
      },
    ]);
  return exactlyOnce(ctx, { operation: "setCompensation", input }, async (em) => {
    const employee = await employeeOf(em, ctx, input.employeeId, true);
    const { amount: amountCents, flsaExempt, ...terms } = input;
    const own = { amountCents, flsaExempt: flsaExempt ?? kind === "salary" };
    const row: CompensationRow = { ...terms, ...own, ...keptIn(ctx, "cmp") };
    await insertAll(em, "payroll_compensations", [row], replacing("kind amount_cents per_unit flsa_exempt"));
    if (employee.status === "onboarding")
      await updateRow(em, "payroll_employees", employee.id, { status: "active" });
    return row;
  });
}

/** Files a W-4, replacing one of the same day. Throws NOT_FOUND. */
export function submitW4(
  ctx: GatewayContext,
  input: certificates.SubmitW4Input,
): Promise<certificates.W4Certificate> {
  return exactlyOnce(ctx, { operation: "submitW4", input }, async (em) => {
    await employeeOf(em, ctx, input.employeeId, true);
    const { employeeId, filingStatus, effectiveDate } = input;
    const row: W4Row = {
      ...keptIn(ctx, "w4"),
      employeeId,
      filingStatus,
      effectiveDate,
      step2: input.step2 ?? false,
      step3Cents: input.step3Amount ?? 0,
      step4aCents: input.step4a ?? 0,
      step4bCents: input.step4b ?? 0,
      step4cCents: input.step4c ?? 0,
      exempt: input.exempt ?? false,
    };
    const columns = "filing_status step2 step3_cents step4a_cents step4b_cents step4c_cents exempt";
    await insertAll(em, "payroll_w4s", [row], replacing(columns));
    return row;
  });
}

/** The W-4 in effect on a day. Throws NOT_FOUND. */
export function readW4(
  ctx: GatewayContext,
  { employeeId, asOf }: certificates.W4Args,
): Promise<certificates.W4Certificate> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    const day = asOf ?? ctx.clock.now().toISOString().slice(0, 10);
    const where = "employee_id = $1 AND effective_date <= $2 ORDER BY effective_date DESC LIMIT 1";
    const [row] = await findRows(em, "payroll_w4s", where, [employeeId, day]);
    return row ?? { ...defaultW4, id: null, employeeId, effectiveDate: null };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Creates a deduction type. Throws DUPLICATE. */
export function createDeductionType(
  ctx: GatewayContext,
  input: terms.CreateDeductionTypeInput,
): Promise<terms.DeductionType> {
  return exactlyOnce(ctx, { operation: "createDeductionType", input }, async (em) => {
    const { annualLimit = null, ...facts } = input;
    const row = { ...facts, annualLimitCents: annualLimit, ...keptIn(ctx, "ded") };
    await insertAll(em, "payroll_deduction_types", [row]).catch(
      refuseSecond("A deduction type with this code exists. Choose another code."),
    );
    return row;
  });
}

/** Enrolls an employee in a deduction. Throws NOT_FOUND, VALIDATION_ERROR and DUPLICATE. */
export function enrollInDeduction(
  ctx: GatewayContext,
  input: EnrollInDeductionInput,
): Promise<DeductionEnrollment> {
  const wanted = {
    ...readAmountOrPercent(input),
    matchPercent: readPercent("employerMatch", input.employerMatch ?? null),
  };
  return exactlyOnce(ctx, { operation: "enrollInDeduction", input }, async (em) => {
    const { employeeId, code, from: startsOn } = input;
    await employeeOf(em, ctx, employeeId, true);
    const [type] = await findRows(em, "payroll_deduction_types", "owner_id = $1 AND code = $2", [
      ownerOf(ctx),
      code,
    ]);
    if (!type) throw notFound("deduction");
    await refuseOverlap(em, employeeId, code, startsOn);
    const row: EnrollmentRow = { ...keptIn(ctx, "enr"), employeeId, code, startsOn, endsOn: null, ...wanted };
    await insertAll(em, "payroll_enrollments", [row]).catch(
      refuseSecond("The employee already has this deduction. Choose another deduction."),
    );
    return presentEnrollment(row);
  });
}

/** Adds a garnishment. Throws NOT_FOUND and VALIDATION_ERROR. */
export function addGarnishment(
  ctx: GatewayContext,
  input: terms.AddGarnishmentInput,
): Promise<terms.Garnishment> {
  const wanted = readAmountOrPercent(input);
  return exactlyOnce(ctx, { operation: "addGarnishment", input }, async (em) => {
    const { employeeId, kind, caseNumber, priority, total = null, from: startsOn } = input;
    await employeeOf(em, ctx, employeeId, true);
    const order = { employeeId, kind, caseNumber, priority, totalCents: total, startsOn };
    const row: GarnishmentRow = { ...keptIn(ctx, "gar"), ...order, ...wanted, endsOn: null, endReason: null };
    await insertAll(em, "payroll_garnishments", [row]);
    return presentGarnishment(ctx, row, 0);
  });
}

function keptIn(ctx: GatewayContext, prefix: string): { id: string; ownerId: string; createdAt: string } {
  return { id: newId(prefix), ownerId: ownerOf(ctx), createdAt: ctx.clock.now().toISOString() };
}

function refuseSecond(message: string) {
  return (error: unknown) => {
    if (sqlState(error) === "23505") throw new DomainError("DUPLICATE", message);
    throw error;
  };
}

/** An enrollment that has an end may be followed by another, from a later pay date. */
async function refuseOverlap(
  em: EntityManager,
  employeeId: string,
  code: string,
  startsOn: string,
): Promise<void> {
  const where = "employee_id = $1 AND code = $2 AND ends_on >= $3 LIMIT 1";
  const [earlier] = await findRows(em, "payroll_enrollments", where, [employeeId, code, startsOn]);
  if (earlier)
    throw validationError([
      { path: "from", message: `must be after ${earlier.endsOn}, the end of an enrollment`, rule: "minimum" },
    ]);
}
