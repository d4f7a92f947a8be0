import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { findRows } from "../payroll.rows.ts";
import { emitRunStatus } from "./run-events.service.ts";
import type { PayrollContext } from "../payroll.context.ts";

/** Days before the pay date on which payment begins: ACH takes two banking days. */
export const debitLeadDays = 2;

/**
 * Begins the payment of runs and contractor payments of open accounts two days before their pay date. Runs of an account with
 * a funding account at the payout provider are `processing`: transfers pay them. All others are `awaiting_payment`, until a
 * person marks them as paid. Nothing becomes paid by its date. Those of suspended accounts wait. Idempotent. Returns the
 * number that changed.
 */
export function settlePayroll(ctx: PayrollContext): Promise<number> {
  const now = ctx.clock.now();
  const lastDay = addDays(now.toISOString().slice(0, 10), debitLeadDays);
  const isOn = ctx.ports.payouts.isConfigured;
  const byTransfers = `r.ach_file_at IS NULL AND $3 AND EXISTS (
    SELECT FROM payroll_settings AS s WHERE s.owner_id = r.owner_id AND s.funding_secret_id IS NOT NULL)`;
  const runs = `UPDATE payroll_runs AS r SET updated_at = $1, version = version + 1,
      status = CASE WHEN ${byTransfers} THEN 'processing' ELSE 'awaiting_payment' END
    WHERE r.pay_date <= $2::date AND ${ofOpenAccount("r.owner_id")}
      AND (r.status = 'pending' OR (r.status = 'processing' AND NOT (${byTransfers})))
      AND NOT EXISTS (SELECT FROM payroll_transfers AS t WHERE t.run_id = r.id)
    RETURNING id`;
  const payments = `UPDATE contractor_payments SET updated_at = $1, status = 'awaiting_payment'
    WHERE status IN ('scheduled', 'processing') AND pay_date <= $2::date AND ${ofOpenAccount()} RETURNING 1`;
  return asSystem(ctx.em, async (em) => {
    const moved = await executeSql<{ id: string }>(em, runs, [now, lastDay, isOn]);
    const ids = moved.map(({ id }) => id);
    await emitRunStatus(em, await findRows(em, "payroll_runs", "id = ANY ($1) ORDER BY id", [ids]));
    const due = await executeSql(em, payments, [now, lastDay]);
    return moved.length + due.length;
  });
}
