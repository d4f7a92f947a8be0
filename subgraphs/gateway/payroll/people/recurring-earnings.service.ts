import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findOwn, insertAll, updateRow } from "../payroll.rows.ts";
import type { RecurringEarningRow } from "../payroll-tables.ts";
import { employeeOf } from "./employees.service.ts";
import type * as types from "./recurring-earning.types.ts";

/** Codes of earnings that payroll itself makes. */
const ownCodes = ["salary", "hourly", "overtime", "time_off", "pto_payout", "bonus", "reimbursement"];
const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/** Adds an earning to each regular run from a pay date. Throws NOT_FOUND and VALIDATION_ERROR. */
export function addRecurringEarning(
  ctx: GatewayContext,
  input: types.AddRecurringEarningInput,
): Promise<types.RecurringEarning> {
  const { code, from: startsOn, to: endsOn = null } = input;
  if (ownCodes.includes(code)) throw refuse("code", "must not be a code of payroll itself", "enum");
  if (endsOn !== null && endsOn < startsOn) throw refuse("to", "must not be before from", "minimum");
  return exactlyOnce(ctx, { operation: "addRecurringEarning", input }, async (em) => {
    const { id: employeeId, ownerId } = await employeeOf(em, ctx, input.employeeId, true);
    const row: RecurringEarningRow = {
      id: newId("rec"),
      ownerId,
      employeeId,
      code,
      amountCents: input.amount,
      startsOn,
      endsOn,
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "payroll_recurring_earnings", [row]);
    return row;
  });
}

/** Ends an earning after a pay date. Payslips that exist stay. Throws NOT_FOUND and VALIDATION_ERROR. */
export function removeRecurringEarning(
  ctx: GatewayContext,
  input: types.RemoveRecurringEarningInput,
): Promise<types.RecurringEarning> {
  return exactlyOnce(ctx, { operation: "removeRecurringEarning", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.earningId, lock: true };
    const row = await findOwn(em, "payroll_recurring_earnings", own);
    if (!row) throw notFound("recurring earning");
    if (input.to < row.startsOn) throw refuse("to", `must not be before ${row.startsOn}`, "minimum");
    await updateRow(em, "payroll_recurring_earnings", row.id, { endsOn: input.to });
    return { ...row, endsOn: input.to };
  });
}
