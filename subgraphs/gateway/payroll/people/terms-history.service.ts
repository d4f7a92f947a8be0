import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findRows } from "../payroll.rows.ts";
import type * as types from "./change-terms.types.ts";
import type { EmployeeArgs } from "./employee.types.ts";
import { employeeOf } from "./employees.service.ts";

const latestFirst = "employee_id = $1 ORDER BY effective_date DESC LIMIT 500";

/** All Forms W-4 of an employee. Throws NOT_FOUND. */
export function listW4History(ctx: GatewayContext, { employeeId }: EmployeeArgs): Promise<types.W4History> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    return { forms: await findRows(em, "payroll_w4s", latestFirst, [employeeId]) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** All pay rates of an employee. Throws NOT_FOUND. */
export function listCompensationHistory(
  ctx: GatewayContext,
  { employeeId }: EmployeeArgs,
): Promise<types.CompensationHistory> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    return { compensations: await findRows(em, "payroll_compensations", latestFirst, [employeeId]) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
