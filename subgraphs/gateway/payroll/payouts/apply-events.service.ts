import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { findRows as findPayrollRows, updateRow as updatePayrollRow } from "../payroll.rows.ts";
import type { RunRow } from "../payroll-tables.ts";
import { emitRunStatus } from "../runs/run-events.service.ts";
import type { TransferNews } from "./payouts.port.ts";
import { paymentsOfRun } from "./plan-payout.service.ts";
import { runStatusBy, statusAfter } from "./transfers.ts";
import { transfersOf, updateRow, type TransferRow } from "./transfers.rows.ts";

/** A run, locked until the transaction ends. Lock it before its transfers. */
export async function lockRun(em: EntityManager, runId: string): Promise<RunRow> {
  return (await findPayrollRows(em, "payroll_runs", "id = $1 FOR UPDATE", [runId]))[0]!;
}

interface StoredEvent {
  type: TransferNews;
  failureCode: string | null;
}

/** Brings a transfer, whose run is locked, to what the provider has reported about it. */
export async function applyEvents(
  em: EntityManager,
  transfer: TransferRow,
  providerId: string,
  now: string,
): Promise<void> {
  const sql = `SELECT type, failure_code AS "failureCode" FROM payroll_transfer_events
    WHERE provider_id = $1 AND type <> 'other' ORDER BY event_id`;
  let { status, failureCode } = transfer;
  for (const { type, failureCode: code } of await executeSql<StoredEvent>(em, sql, [providerId])) {
    status = statusAfter(status, type);
    if (status === type && code !== null) failureCode = code;
  }
  if (status === transfer.status) return;
  await updateRow(em, "payroll_transfers", transfer.id, { status, failureCode, updatedAt: now });
}

/** Moves a locked run to where its transfers are. Credits that wait for a debit that failed are cancelled. */
export async function followTransfers(em: EntityManager, run: RunRow, now: string): Promise<void> {
  let transfers = await transfersOf(em, run.id);
  const debit = transfers.findLast(({ kind }) => kind === "debit");
  if (debit && ["declined", "failed", "cancelled", "returned"].includes(debit.status)) {
    const cancel = `UPDATE payroll_transfers SET status = 'cancelled', updated_at = $2
      WHERE run_id = $1 AND kind = 'credit' AND status = 'planned' RETURNING 1`;
    const cancelled = await executeSql(em, cancel, [run.id, now]);
    if (cancelled.length > 0) transfers = await transfersOf(em, run.id);
  }
  const isMarked = run.paidBy !== null && run.paidBy !== "provider";
  const { unpaidEmployeeIds } = await paymentsOfRun(em, run.id);
  const status = runStatusBy(transfers, unpaidEmployeeIds.length > 0 && !isMarked);
  if (status === run.status) return;
  const becamePaid = status === "paid" ? { paidAt: now, paidBy: isMarked ? run.paidBy : "provider" } : {};
  const changes = { status, ...becamePaid, version: run.version + 1, updatedAt: now };
  await updatePayrollRow(em, "payroll_runs", run.id, changes);
  await emitRunStatus(em, [{ ...run, ...changes }]);
  const { id, ownerId, payDate } = run;
  await emitLedgerChanges(em, [{ appId: "payroll", ownerId, id, days: [payDate] }]);
}
