import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../../src/db/outbox.ts";
import type { PayslipRow } from "../payroll-tables.ts";
import type { RunRow } from "../run-tables.ts";

const eventOf: Record<RunRow["status"], string> = {
  draft: "reopened",
  pending: "approved",
  processing: "processing",
  awaiting_payment: "awaiting_payment",
  paid: "paid",
  partially_paid: "partially_paid",
  failed: "failed",
  cancelled: "cancelled",
};

/** Announces in the open transaction that a run has another status. */
export async function emitRunStatus(em: EntityManager, runs: readonly RunRow[]): Promise<void> {
  await emitEvents(
    em,
    runs.map((run) => ({
      type: `payroll_run.${eventOf[run.status]}`,
      objectId: run.id,
      appId: "payroll",
      ownerId: run.ownerId,
      payload: presentRun(run),
    })),
  );
}

/** Announces payslips that were made. */
export async function emitPayslips(em: EntityManager, payslips: readonly PayslipRow[]): Promise<void> {
  await emitEvents(
    em,
    payslips.map(({ id, ownerId, runId, employeeId, payDate, reversalOf }) => ({
      type: `payslip.${reversalOf === null ? "issued" : "reversed"}`,
      objectId: id,
      appId: "payroll",
      ownerId,
      payload: { payslipId: id, runId, employeeId, payDate, reversalOf },
    })),
  );
}

/** A run as the graph shows it. */
function presentRun(run: RunRow): Record<string, unknown> {
  const { ownerId: _, employeeIds: _ids, revision: _revision, ...shown } = run;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => {
      if (name.endsWith("Cents")) return [name.slice(0, -"Cents".length), Number(value) / 100];
      // Rows have times as the database writes them.
      return [name, name.endsWith("At") && value !== null ? new Date(String(value)).toISOString() : value];
    }),
  );
}
