import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { findRows, updateRow } from "../payroll.rows.ts";
import type { PayslipRow, RunRow } from "../payroll-tables.ts";
import { inForce } from "../runs/reversals.service.ts";
import { runOf } from "../runs/runs.service.ts";
import type { AchCredit } from "./ach-file.ts";
import type { CreatePayrollAchFileInput, PayrollAchFile } from "./ach-file.types.ts";
import { achFileOf, fileOnce, originatorOf, sealedAccounts } from "./ach-originator.service.ts";

const payable = ["pending", "processing", "paid"];

/**
 * Writes the file with which a bank pays a run. The same request gives the same bytes, with the time of the first one, so a
 * bank sees a file that is sent twice. No part of the file is stored. From then on the run cannot be reopened or cancelled.
 * Throws NOT_FOUND, INVALID_STATE, VALIDATION_ERROR, and BUSINESS_RULE without a legal name, a company ID or a payment.
 */
export function createAchFile(
  ctx: GatewayContext,
  input: CreatePayrollAchFileInput,
): Promise<PayrollAchFile> {
  const { download: _, ...request } = input;
  return fileOnce(ctx, { operation: "createPayrollAchFile", input: request }, async (em) => {
    const run = await runOf(em, ctx, input.runId, true);
    if (!payable.includes(run.status)) throw invalidState("payroll run", run.status, payable);
    const createdAt = run.achFileAt ?? ctx.clock.now().toISOString();
    if (run.achFileAt === null) await updateRow(em, "payroll_runs", run.id, { achFileAt: createdAt });
    return fileOf(em, ctx, { run, input, createdAt });
  });
}

async function fileOf(
  em: EntityManager,
  ctx: GatewayContext,
  { run, input, createdAt }: { run: RunRow; input: CreatePayrollAchFileInput; createdAt: string },
): Promise<PayrollAchFile> {
  const originator = await originatorOf(em, ctx, input);
  const payslips = await findRows(em, "payslips", `${inForce} ORDER BY employee_name, id`, [run.id]);
  const { credits, unpaid } = await creditsOf(em, ctx, payslips);
  if (credits.length === 0)
    throw businessRule("no_bank_account", "No employee of this run has a bank account. Add one first.");
  const file = achFileOf(`payroll-${run.payDate}.ach`, {
    ...originator,
    description: "PAYROLL",
    createdAt: new Date(createdAt),
    effectiveDate: run.payDate,
    credits,
  });
  return { ...file, runId: run.id, unpaidEmployeeIds: unpaid, createdAt };
}

/** Payments as payslips divide net pay; without a split, to the newest account of the employee. */
async function creditsOf(
  em: EntityManager,
  ctx: GatewayContext,
  payslips: readonly PayslipRow[],
): Promise<{ credits: AchCredit[]; unpaid: string[] }> {
  const paid = payslips.filter(({ netCents }) => netCents > 0);
  const ids = paid.map(({ employeeId }) => employeeId);
  const accounts = await findRows(
    em,
    "payroll_bank_accounts",
    "employee_id = ANY ($1) AND status <> 'failed' ORDER BY created_at DESC, id DESC",
    [ids],
  );
  const known = new Set(accounts.map(({ id }) => id));
  const accountsOf = Map.groupBy(accounts, ({ employeeId }) => employeeId);
  const numberOf = await sealedAccounts(em, ctx, accounts);
  const credits: AchCredit[] = [];
  const unpaid: string[] = [];
  for (const { employeeId, employeeName, netCents, deposits } of paid) {
    const newest = accountsOf.get(employeeId)?.[0];
    const isSplit = deposits.length > 0 && deposits.every(({ bankAccountId }) => known.has(bankAccountId));
    const parts = isSplit ? deposits : newest ? [{ bankAccountId: newest.id, amountCents: netCents }] : [];
    if (parts.length === 0) unpaid.push(employeeId);
    for (const { bankAccountId, amountCents } of parts.filter((part) => part.amountCents > 0))
      credits.push({
        ...numberOf(bankAccountId),
        amountCents,
        recipientId: employeeId,
        recipientName: employeeName,
      });
  }
  return { credits, unpaid };
}
