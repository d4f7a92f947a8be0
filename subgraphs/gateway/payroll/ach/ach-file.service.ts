import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { findRows, updateRow } from "../payroll.rows.ts";
import type { PayslipRow, RunRow } from "../payroll-tables.ts";
import { inForce } from "../runs/payslips-in-force.ts";
import { runOf } from "../runs/runs.service.ts";
import type { AchCredit } from "./ach-file.ts";
import type { CreatePayrollAchFileInput, PayrollAchFile } from "./ach-file.types.ts";
import { transfersOf } from "../payouts/transfers.rows.ts";
import { paymentsOf } from "./payments.service.ts";
import { achFileOf, fileOnce, originatorOf, sealedAccounts } from "./ach-originator.service.ts";

const payable = ["pending", "processing", "awaiting_payment", "paid"];

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
    if ((await transfersOf(em, run.id)).length > 0)
      throw businessRule(
        "paid_by_transfers",
        "This run is paid by transfers. See list_payroll_transfers for their state.",
      );
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

async function creditsOf(
  em: EntityManager,
  ctx: GatewayContext,
  payslips: readonly PayslipRow[],
): Promise<{ credits: AchCredit[]; unpaid: string[] }> {
  const { payments, unpaidEmployeeIds } = await paymentsOf(em, payslips);
  const accounts = payments.map(({ account }) => account);
  const numberOf = await sealedAccounts(em, ctx, accounts);
  const credits = payments.map(({ account, amountCents, employeeId, employeeName }) => ({
    ...numberOf(account.id),
    amountCents,
    recipientId: employeeId,
    recipientName: employeeName,
  }));
  return { credits, unpaid: unpaidEmployeeIds };
}
