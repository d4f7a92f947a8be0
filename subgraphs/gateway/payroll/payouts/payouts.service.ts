import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import type { ContractorPayment } from "../people/contractor.types.ts";
import { useSecret } from "../people/secrets.service.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { findOwn, updateRow } from "../payroll.rows.ts";
import type { PayrollRun } from "../runs/run.types.ts";
import { changeRun, runOf } from "../runs/runs.service.ts";
import { settingsOf, writeSettings } from "../schedules/settings.service.ts";
import { paymentsOfRun, planTransfers } from "./plan-payout.service.ts";
import type * as types from "./payouts.types.ts";
import { hasArrived, isUnderWay, latestOf, owedCents } from "./transfers.ts";
import { transfersOf } from "./transfers.rows.ts";

/**
 * Sets the bank account that later payments of runs are taken from, or none. Throws NOT_FOUND for the token, and
 * VALIDATION_ERROR without one or null, and BUSINESS_RULE without a payout provider or a legal name.
 */
export function setFundingAccount(
  ctx: PayrollContext,
  input: types.SetPayrollFundingAccountInput,
): Promise<types.PayrollFunding> {
  const { setupToken } = input;
  if (setupToken === undefined)
    throw validationError([{ path: "setupToken", message: "must be a token or null", rule: "required" }]);
  return exactlyOnce(ctx, { operation: "setPayrollFundingAccount", input }, async (em) => {
    const use = { kind: "bank_account", by: `funding ${ownerOf(ctx)}` } as const;
    const secret = setupToken === null ? null : await useSecret(em, ctx, setupToken, use);
    const before = await settingsOf(em, ownerOf(ctx));
    const { isConfigured, isStandIn: isSimulated } = ctx.ports.payouts;
    if (secret !== null && !isConfigured)
      throw businessRule(
        "no_payout_provider",
        "This installation has no payout provider. Use mark_payroll_paid when you have paid a run at your bank.",
      );
    if (secret !== null && before.legalName === null)
      throw businessRule(
        "employer_unknown",
        "A bank needs to know who pays. Set legalName in the payroll settings first.",
      );
    const funding = { fundingSecretId: secret?.id ?? null, fundingLast4: secret?.last4 ?? null };
    if (secret !== null || before.fundingSecretId !== null)
      await writeSettings(em, ctx, { ...before, ...funding, version: before.version + 1 });
    return { last4: funding.fundingLast4, isSimulated };
  });
}

/** Transfers of a run. Throws NOT_FOUND. */
export function listTransfers(
  ctx: PayrollContext,
  { runId }: types.PayrollTransfersArgs,
): Promise<types.PayrollTransferList> {
  const read = async (em: EntityManager) => {
    const { status, payDate } = await runOf(em, ctx, runId);
    const transfers = await transfersOf(em, runId);
    const { unpaidEmployeeIds } = await paymentsOfRun(em, runId);
    const facts = { isSimulated: ctx.ports.payouts.isStandIn, owedCents: owedCents(transfers) };
    return { runId, status, payDate, ...facts, unpaidEmployeeIds, transfers };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const markable = ["processing", "awaiting_payment", "partially_paid", "failed"];

/**
 * Marks a run as paid outside of the platform. Payments that did not arrive count as paid by hand and are never sent. A run
 * that is paid is returned as it is. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE while a transfer is under way.
 */
export function markPayrollPaid(ctx: PayrollContext, input: types.MarkPayrollPaidInput): Promise<PayrollRun> {
  return exactlyOnce(ctx, { operation: "markPayrollPaid", input }, async (em) => {
    const run = await runOf(em, ctx, input.runId, true);
    if (run.status === "paid") return run;
    if (!markable.includes(run.status)) throw invalidState("payroll run", run.status, markable);
    const latest = latestOf(await transfersOf(em, run.id));
    refuseUnderWay(latest.some(isUnderWay));
    const open = latest.filter((one) => one.kind === "credit" && !hasArrived(one)).map(({ id }) => id);
    const now = ctx.clock.now().toISOString();
    const byHand = `UPDATE payroll_transfers SET status = 'paid_by_hand', updated_at = $2 WHERE id = ANY ($1)`;
    await executeSql(em, byHand, [open, now]);
    const { id, ownerId, payDate } = run;
    await emitLedgerChanges(em, [{ appId: "payroll", ownerId, id, days: [payDate] }]);
    return changeRun(em, ctx, run, { status: "paid", paidAt: now, paidBy: ctx.principal.id });
  });
}

/** Marks a payment to a contractor as made. One that is paid is returned as it is. Throws NOT_FOUND and INVALID_STATE. */
export function markContractorPaymentPaid(
  ctx: PayrollContext,
  input: types.MarkContractorPaymentPaidInput,
): Promise<ContractorPayment> {
  return exactlyOnce(ctx, { operation: "markContractorPaymentPaid", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.paymentId, lock: true };
    const row = await findOwn(em, "contractor_payments", own);
    if (!row) throw notFound("payment");
    if (row.status === "paid") return row;
    const wanted = ["processing", "awaiting_payment"];
    if (!wanted.includes(row.status)) throw invalidState("payment", row.status, wanted);
    const now = ctx.clock.now().toISOString();
    const changes = { status: "paid", paidAt: now, paidBy: ctx.principal.id, updatedAt: now } as const;
    await updateRow(em, "contractor_payments", row.id, changes);
    const { id, ownerId, payDate } = row;
    await emitLedgerChanges(em, [{ appId: "payroll", ownerId, id, days: [payDate] }]);
    return { ...row, ...changes };
  });
}

/**
 * Repeats the transfers of a run that were declined, failed or came back, to the employees' accounts as they are now. What
 * arrived is not sent again. Of a paid run whose debit came back, only the debit is repeated. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE when there is nothing to send.
 */
export function retryPayment(
  ctx: PayrollContext,
  input: types.RetryPayrollPaymentInput,
): Promise<PayrollRun> {
  return exactlyOnce(ctx, { operation: "retryPayrollPayment", input }, async (em) => {
    const run = await runOf(em, ctx, input.runId, true);
    const wanted = ["failed", "partially_paid"];
    const transfers = await transfersOf(em, run.id);
    const isOwed = run.status === "paid" && owedCents(transfers) > 0;
    if (!isOwed && !wanted.includes(run.status)) throw invalidState("payroll run", run.status, wanted);
    refuseUnderWay(latestOf(transfers).some(isUnderWay));
    if (!(await planTransfers(em, run, ctx.clock.now().toISOString())))
      throw businessRule(
        "nothing_to_send",
        "No payment of this run can be sent again. Set a funding account and bank accounts, or mark the run as paid.",
      );
    return isOwed ? run : changeRun(em, ctx, run, { status: "processing" });
  });
}

function refuseUnderWay(isMoving: boolean): void {
  if (isMoving)
    throw businessRule(
      "transfers_under_way",
      "Transfers of this run are under way. Wait until list_payroll_transfers shows how they ended.",
    );
}
