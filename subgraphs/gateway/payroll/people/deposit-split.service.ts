import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findRows, insertAll } from "../payroll.rows.ts";
import type { DepositSplitRow } from "../payroll-tables.ts";
import { percentageOf } from "./amount-or-percent.ts";
import type { DepositSplit, DepositSplitPartInput, SetDepositSplitInput } from "./deposit-split.types.ts";
import { employeeOf } from "./employees.service.ts";

const wholePercent = 1_000_000;
const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/**
 * Divides net pay of later payslips among bank accounts of an employee, replacing the split before. Throws NOT_FOUND for the
 * employee or an account, and VALIDATION_ERROR without exactly one remainder, or for percentages above 100.
 */
export function setDepositSplit(ctx: GatewayContext, input: SetDepositSplitInput): Promise<DepositSplit> {
  const parts = input.splits.map(readPart);
  const remainders = parts.filter(({ amountCents, percent }) => amountCents === null && percent === null);
  if (remainders.length !== 1)
    throw refuse("splits", "must have exactly one part without amount and percent", "remainder");
  if (parts.reduce((sum, { percent }) => sum + (percent ?? 0), 0) > wholePercent)
    throw refuse("splits", "must not have more than 100 percent", "maximum");
  if (new Set(parts.map(({ bankAccountId }) => bankAccountId)).size < parts.length)
    throw refuse("splits", "must name each bank account once", "unique");
  return exactlyOnce(ctx, { operation: "setDepositSplit", input }, async (em) => {
    const { id: employeeId, ownerId } = await employeeOf(em, ctx, input.employeeId, true);
    const ids = parts.map(({ bankAccountId }) => bankAccountId);
    const where = "employee_id = $1 AND id = ANY ($2)";
    const accounts = await findRows(em, "payroll_bank_accounts", where, [employeeId, ids]);
    if (accounts.length < ids.length) throw notFound("bank account");
    await executeSql(em, "DELETE FROM payroll_deposit_splits WHERE employee_id = $1", [employeeId]);
    const createdAt = ctx.clock.now().toISOString();
    const rows = parts.map((part, position): DepositSplitRow => {
      return { id: newId("dsp"), ownerId, employeeId, position, createdAt, ...part };
    });
    await insertAll(em, "payroll_deposit_splits", rows);
    const splits = parts.map(({ bankAccountId, amountCents, percent }) => ({
      bankAccountId,
      amountCents,
      percentage: percentageOf(percent),
      isRemainder: amountCents === null && percent === null,
    }));
    return { employeeId, splits };
  });
}

function readPart({ bankAccountId, amount = null, percent = null }: DepositSplitPartInput, at: number) {
  const path = `splits.${at}.percent`;
  if (amount !== null && percent !== null)
    throw refuse(path, "must not be set together with amount", "exclusive");
  if (percent !== null && parseDecimal(percent).scale > 4)
    throw refuse(path, "must have at most 4 decimals", "decimals");
  return { bankAccountId, amountCents: amount, percent: percent === null ? null : toMinor(percent, 4) };
}
