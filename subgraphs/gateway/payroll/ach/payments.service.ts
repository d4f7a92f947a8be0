import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows } from "../payroll.rows.ts";
import type { BankAccountRow, PayslipRow } from "../payroll-tables.ts";

/** An amount of a payslip for one bank account. */
export interface Payment {
  payslipId: string;
  employeeId: string;
  employeeName: string;
  /** Position among the payments of the payslip. */
  part: number;
  account: BankAccountRow;
  amountCents: number;
}

/** Payments as payslips divide net pay; without a split, to the newest account of the employee that has not failed. */
export async function paymentsOf(
  em: EntityManager,
  payslips: readonly PayslipRow[],
): Promise<{ payments: Payment[]; unpaidEmployeeIds: string[] }> {
  const paid = payslips.filter(({ netCents }) => netCents > 0);
  const ids = paid.map(({ employeeId }) => employeeId);
  const accounts = await findRows(
    em,
    "payroll_bank_accounts",
    "employee_id = ANY ($1) AND status <> 'failed' ORDER BY created_at DESC, id DESC",
    [ids],
  );
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const accountsOf = Map.groupBy(accounts, ({ employeeId }) => employeeId);
  const payments: Payment[] = [];
  const unpaidEmployeeIds: string[] = [];
  for (const { id: payslipId, employeeId, employeeName, netCents, deposits } of paid) {
    const newest = accountsOf.get(employeeId)?.[0];
    const isSplit =
      deposits.length > 0 && deposits.every(({ bankAccountId }) => accountById.has(bankAccountId));
    const parts = isSplit ? deposits : newest ? [{ bankAccountId: newest.id, amountCents: netCents }] : [];
    if (parts.length === 0) unpaidEmployeeIds.push(employeeId);
    for (const [part, { bankAccountId, amountCents }] of parts.entries()) {
      const account = accountById.get(bankAccountId)!;
      if (amountCents > 0) payments.push({ payslipId, employeeId, employeeName, part, account, amountCents });
    }
  }
  return { payments, unpaidEmployeeIds };
}
