import { peekAsSystem } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { payoutQueue } from "../../../../src/jobs/payout-queue.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { planDueRuns, sendTransfers } from "./send-transfers.service.ts";
import { syncTransfers } from "./sync-transfers.service.ts";

const work = `FROM payroll_settings WHERE funding_secret_id IS NOT NULL`;

/** Every minute, and when the provider announces news: plans, sends and follows transfers of runs. */
export const movePayrollMoneyJob = defineJob<typeof payoutQueue.schema, JobContext>({
  ...payoutQueue,
  schedule: { cron: "* * * * *", payload: {} },
  handler: async (_payload, { context }) => movePayrollMoney(context.contextIn("gateway") as PayrollContext),
});

/** Plans, sends and follows transfers. Safe to run at any time and in several processes. */
export async function movePayrollMoney(ctx: PayrollContext): Promise<void> {
  if (!ctx.ports.payouts.isConfigured || !(await peekAsSystem(ctx.em, work))) return;
  // Without a transfer there is no news to ask for, nor a reason to load the provider's SDK.
  if (await peekAsSystem(ctx.em, "FROM payroll_transfers")) await syncTransfers(ctx);
  await planDueRuns(ctx);
  await sendTransfers(ctx);
}
