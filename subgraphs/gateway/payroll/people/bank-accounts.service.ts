import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type * as terms from "./employee-terms.types.ts";
import { employeeOf } from "./employees.service.ts";
import { insertAll } from "../payroll.rows.ts";
import type { BankAccountRow } from "../payroll-tables.ts";
import { useSecret } from "./secrets.service.ts";

/** Adds a bank account to an employee. Throws NOT_FOUND. */
export function addBankAccount(
  ctx: GatewayContext,
  input: terms.AddEmployeeBankAccountInput,
): Promise<terms.EmployeeBankAccount> {
  return exactlyOnce(ctx, { operation: "addEmployeeBankAccount", input }, async (em) => {
    const employee = await employeeOf(em, ctx, input.employeeId, true);
    const use = { kind: "bank_account", by: employee.id } as const;
    const secret = await useSecret(em, ctx, input.setupToken, use);
    const row: BankAccountRow = {
      id: newId("bac"),
      ownerId: employee.ownerId,
      employeeId: employee.id,
      secretId: secret.id,
      last4: secret.last4,
      status: "unverified",
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "payroll_bank_accounts", [row]);
    return row;
  });
}
