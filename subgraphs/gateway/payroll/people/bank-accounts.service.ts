import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type * as types from "./change-terms.types.ts";
import type { EmployeeArgs } from "./employee.types.ts";
import type * as terms from "./employee-terms.types.ts";
import { employeeOf } from "./employees.service.ts";
import { findOwn, findRows, insertAll } from "../payroll.rows.ts";
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
      checkCents: null,
      checkAt: null,
      checkTries: 0,
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "payroll_bank_accounts", [row]);
    return row;
  });
}

/** Bank accounts of an employee, masked. Throws NOT_FOUND. */
export function listBankAccounts(
  ctx: GatewayContext,
  { employeeId }: EmployeeArgs,
): Promise<types.EmployeeBankAccountList> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    const where = "employee_id = $1 ORDER BY created_at DESC, id DESC LIMIT 100";
    return { bankAccounts: await findRows(em, "payroll_bank_accounts", where, [employeeId]) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Removes a bank account with its encrypted number, and a deposit split that names it. Throws NOT_FOUND. */
export function removeBankAccount(
  ctx: GatewayContext,
  input: types.RemoveEmployeeBankAccountInput,
): Promise<types.RemovedEmployeeBankAccount> {
  return exactlyOnce(ctx, { operation: "removeEmployeeBankAccount", input }, async (em) => {
    const { bankAccountId } = input;
    const own = { ownerId: ownerOf(ctx), id: bankAccountId, lock: true };
    const row = await findOwn(em, "payroll_bank_accounts", own);
    if (!row) throw notFound("bank account");
    // What is left of a split would not add up to net pay.
    const ofSplit = `DELETE FROM payroll_deposit_splits WHERE employee_id IN (
      SELECT employee_id FROM payroll_deposit_splits WHERE bank_account_id = $1)`;
    await executeSql(em, ofSplit, [row.id]);
    await executeSql(em, "DELETE FROM payroll_bank_accounts WHERE id = $1", [row.id]);
    await executeSql(em, "DELETE FROM payroll_secrets WHERE id = $1", [row.secretId]);
    return { bankAccountId, removed: true };
  });
}
