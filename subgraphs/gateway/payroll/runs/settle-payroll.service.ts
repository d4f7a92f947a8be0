import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";

interface Paid {
  id: string;
  ownerId: string;
  payDate: string;
}

/** Days before the pay date on which the employer's account is debited. */
const debitLeadDays = 2;

/**
 * Advances runs and contractor payments of open accounts by date: debited some days before the pay date, paid on it. Those
 * of suspended accounts wait. Idempotent. Returns the number paid.
 */
export function settlePayroll(ctx: GatewayContext): Promise<number> {
  const now = ctx.clock.now();
  const today = now.toISOString().slice(0, 10);
  const move = (table: string, [from, to]: [string, string], day: string, more = "") =>
    `UPDATE ${table} SET status = '${to}', updated_at = $1${more}
     WHERE status = '${from}' AND pay_date <= ${day} AND ${ofOpenAccount()} RETURNING id, owner_id AS "ownerId", pay_date::text AS "payDate"`;
  const raised = ", version = version + 1";
  return asSystem(ctx.em, async (em) => {
    const fetchDay = addDays(today, debitLeadDays);
    await executeSql(em, move("payroll_runs", ["pending", "processing"], "$2::date", raised), [
      now,
      fetchDay,
    ]);
    await executeSql(em, move("contractor_payments", ["scheduled", "processing"], "$2::date"), [
      now,
      fetchDay,
    ]);
    const runs = await executeSql<Paid>(
      em,
      move("payroll_runs", ["processing", "paid"], "$2::date", raised),
      [now, today],
    );
    const payments = await executeSql<Paid>(
      em,
      move("contractor_payments", ["processing", "paid"], "$2::date"),
      [now, today],
    );
    const paid = [...runs, ...payments].map(({ id, ownerId, payDate }) => {
      return { appId: "payroll", ownerId, id, days: [payDate] };
    });
    await emitLedgerChanges(em, paid);
    return paid.length;
  });
}
