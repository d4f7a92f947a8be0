import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { paymentsOf, type Payment } from "../ach/payments.service.ts";
import { findRows as findPayrollRows } from "../payroll.rows.ts";
import type { RunRow } from "../payroll-tables.ts";
import { inForce } from "../runs/payslips-in-force.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { fundedCents, hasArrived, isUnderWay, latestOf, owedCents, spentCents } from "./transfers.ts";
import { insertAll, transfersOf, type TransferRow } from "./transfers.rows.ts";

/** What a run pays, and whom it cannot pay since they have no bank account. */
export async function paymentsOfRun(
  em: EntityManager,
  runId: string,
): Promise<{ payments: Payment[]; unpaidEmployeeIds: string[] }> {
  const payslips = await findPayrollRows(em, "payslips", `${inForce} ORDER BY employee_name, id`, [runId]);
  return paymentsOf(em, payslips);
}

/**
 * Plans what has to be sent for a run that the transaction has locked: a credit for each payment that did not arrive and of
 * which no other is under way, and a debit of the employer for what is not funded yet, also where employees have it already.
 * Returns whether there is anything.
 */
export async function planTransfers(em: EntityManager, run: RunRow, now: string): Promise<boolean> {
  const { fundingSecretId, fundingLast4 } = await settingsOf(em, run.ownerId);
  if (fundingSecretId === null || fundingLast4 === null) return false;
  const made = await transfersOf(em, run.id);
  const { payments } = await paymentsOfRun(em, run.id);
  const latest = new Map(latestOf(made).map((one) => [`${one.payslipId} ${one.part}`, one]));
  const base = {
    ownerId: run.ownerId,
    runId: run.id,
    status: "planned" as const,
    authorizationId: null,
    providerId: null,
    failureCode: null,
    createdAt: now,
    updatedAt: now,
  };
  const credits = payments.flatMap(({ payslipId, employeeId, part, account, amountCents }): TransferRow[] => {
    const last = latest.get(`${payslipId} ${part}`);
    if (last && (hasArrived(last) || isUnderWay(last))) return [];
    // A run that was marked as paid owes only what came back.
    if (!last && run.paidBy !== null) return [];
    const { secretId, last4 } = account;
    const attempt = (last?.attempt ?? 0) + 1;
    const id = newId("ptr");
    return [
      { ...base, id, kind: "credit", employeeId, payslipId, part, attempt, secretId, last4, amountCents },
    ];
  });
  const wanted = credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const missing = spentCents(made) + wanted - fundedCents(made);
  if (credits.length === 0 && owedCents(made) === 0) return false;
  const debits = made.filter(({ kind }) => kind === "debit");
  const debit: TransferRow = {
    ...base,
    id: newId("ptr"),
    kind: "debit",
    employeeId: null,
    payslipId: null,
    part: 0,
    attempt: debits.length + 1,
    secretId: fundingSecretId,
    last4: fundingLast4,
    amountCents: missing,
  };
  await insertAll(em, "payroll_transfers", missing > 0 ? [debit, ...credits] : credits);
  return true;
}
