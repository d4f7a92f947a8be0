import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { invalidState } from "../../base/gateway.errors.ts";
import { findRows } from "../payroll.rows.ts";
import type { PayrollRunIdInput } from "./compare.types.ts";
import type { PayrollRun } from "./run.types.ts";
import { inForce } from "./payslips-in-force.ts";
import { reverseAll } from "./reversals.service.ts";
import { changeRun, refuseWithAchFile, runOf } from "./runs.service.ts";

/**
 * Takes an approved run back to draft before its debit starts, or while it awaits payment by hand. Its payslips stay, each with a reversal; approving the draft
 * makes new ones. A draft is returned as it is. Throws NOT_FOUND, INVALID_STATE, and
 * BUSINESS_RULE when its ACH file exists.
 */
export function reopenPayrollRun(ctx: GatewayContext, input: PayrollRunIdInput): Promise<PayrollRun> {
  return exactlyOnce(ctx, { operation: "reopenPayrollRun", input }, async (em) => {
    const run = await runOf(em, ctx, input.runId, true);
    if (run.status === "draft") return run;
    if (run.status !== "pending" && run.status !== "awaiting_payment")
      throw invalidState("payroll run", run.status, ["draft", "pending", "awaiting_payment"]);
    refuseWithAchFile(run);
    await reverseAll(em, ctx, await findRows(em, "payslips", inForce, [run.id]), "Payroll run reopened");
    return changeRun(em, ctx, run, {
      status: "draft",
      revision: run.revision + 1,
      calcHash: null,
      approvedBy: null,
      grossCents: 0,
      employeeTaxesCents: 0,
      employerTaxesCents: 0,
      deductionsCents: 0,
      netCents: 0,
      cashRequiredCents: 0,
    });
  });
}
