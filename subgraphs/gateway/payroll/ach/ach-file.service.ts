import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { isRoutingNumber } from "../../base/routing-number.ts";
import { findRows, updateRow } from "../payroll.rows.ts";
import type { PayslipRow, RunRow } from "../payroll-tables.ts";
import { secretPlace } from "../people/secrets.service.ts";
import { inForce } from "../runs/reversals.service.ts";
import { runOf } from "../runs/runs.service.ts";
import { settingsOf } from "../schedules/schedules.service.ts";
import { writeAchFile, type AchCredit } from "./ach-file.ts";
import type { CreatePayrollAchFileInput, PayrollAchFile } from "./ach-file.types.ts";

const payable = ["pending", "processing", "paid"];

/**
 * Writes the file with which a bank pays a run. The same request gives the same bytes, with the time of the first one, so a
 * bank sees a file that is sent twice. No part of the file is stored. From then on the run cannot be reopened or cancelled.
 * Throws NOT_FOUND, INVALID_STATE, VALIDATION_ERROR, and BUSINESS_RULE without a legal name, a company ID or a payment.
 */
export async function createAchFile(
  ctx: GatewayContext,
  input: CreatePayrollAchFileInput,
): Promise<PayrollAchFile> {
  const { download: _, ...request } = input;
  if (!isRoutingNumber(input.bankRoutingNumber))
    throw validationError([
      { path: "bankRoutingNumber", message: "must be a valid routing number", rule: "format" },
    ]);
  let file: PayrollAchFile | null = null;
  const { createdAt } = await exactlyOnce(
    ctx,
    { operation: "createPayrollAchFile", input: request },
    async (em) => {
      const run = await runOf(em, ctx, input.runId, true);
      if (!payable.includes(run.status)) throw invalidState("payroll run", run.status, payable);
      const made = run.achFileAt ?? ctx.clock.now().toISOString();
      file = await fileOf(em, ctx, { run, input, createdAt: made });
      if (run.achFileAt === null) await updateRow(em, "payroll_runs", run.id, { achFileAt: made });
      return { createdAt: made };
    },
  );
  // A replay has stored no file: it is written again.
  const again = async (em: EntityManager) =>
    fileOf(em, ctx, { run: await runOf(em, ctx, input.runId), input, createdAt });
  return file ?? inTransaction(ctx, again);
}

async function fileOf(
  em: EntityManager,
  ctx: GatewayContext,
  { run, input, createdAt }: { run: RunRow; input: CreatePayrollAchFileInput; createdAt: string },
): Promise<PayrollAchFile> {
  const { legalName, ein } = await settingsOf(em, ownerOf(ctx));
  const companyIdentification =
    input.companyIdentification ?? (ein === null ? null : `1${ein.replaceAll("-", "")}`);
  if (legalName === null || companyIdentification === null)
    throw businessRule(
      "employer_unknown",
      "A bank needs to know who pays. Set legalName and ein in the payroll settings, or send companyIdentification.",
    );
  const payslips = await findRows(em, "payslips", `${inForce} ORDER BY employee_name, id`, [run.id]);
  const { credits, unpaid } = await creditsOf(em, ctx, payslips);
  if (credits.length === 0)
    throw businessRule("no_bank_account", "No employee of this run has a bank account. Add one first.");
  const content = writeAchFile({
    bankRoutingNumber: input.bankRoutingNumber,
    bankName: input.bankName,
    companyName: legalName,
    companyIdentification,
    createdAt: new Date(createdAt),
    effectiveDate: run.payDate,
    credits,
  });
  return {
    runId: run.id,
    filename: `payroll-${run.payDate}.ach`,
    contentType: "text/plain",
    encoding: "utf8",
    content,
    size: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
    entryCount: credits.length,
    totalCents: credits.reduce((sum, { amountCents }) => sum + amountCents, 0),
    effectiveDate: run.payDate,
    unpaidEmployeeIds: unpaid,
    createdAt,
  };
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
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const accountsOf = Map.groupBy(accounts, ({ employeeId }) => employeeId);
  const secretIds = accounts.map(({ secretId }) => secretId);
  const secrets = await findRows(em, "payroll_secrets", "id = ANY ($1)", [secretIds]);
  const sealedOf = new Map(secrets.map(({ id, sealed }) => [id, sealed]));
  const credits: AchCredit[] = [];
  const unpaid: string[] = [];
  for (const { employeeId, employeeName, netCents, deposits } of paid) {
    const newest = accountsOf.get(employeeId)?.[0];
    const isSplit = deposits.length > 0 && deposits.every(({ bankAccountId }) => byId.has(bankAccountId));
    const parts = isSplit ? deposits : newest ? [{ bankAccountId: newest.id, amountCents: netCents }] : [];
    if (parts.length === 0) unpaid.push(employeeId);
    for (const { bankAccountId, amountCents } of parts.filter((part) => part.amountCents > 0)) {
      const { secretId } = byId.get(bankAccountId)!;
      const plain = ctx.ports.keyRing.open(sealedOf.get(secretId)!, secretPlace(secretId));
      const account = JSON.parse(plain) as SealedAccount;
      credits.push({
        routingNumber: account.routingNumber,
        accountNumber: account.number,
        accountType: account.accountType ?? "checking",
        amountCents,
        recipientId: employeeId,
        recipientName: employeeName,
      });
    }
  }
  return { credits, unpaid };
}

interface SealedAccount {
  number: string;
  routingNumber: string;
  /** Absent in accounts that were added before it was asked for. */
  accountType?: "checking" | "savings" | null;
}
