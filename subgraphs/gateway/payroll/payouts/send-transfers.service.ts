import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { findRows as findPayrollRows, updateRow as updatePayrollRow } from "../payroll.rows.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { emitRunStatus } from "../runs/run-events.service.ts";
import { debitLeadDays } from "../runs/settle-payroll.service.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { applyEvents, followTransfers, lockRun } from "./apply-events.service.ts";
import { openPayoutAccount } from "./payout-accounts.service.ts";
import { PayoutFault } from "./payouts.port.ts";
import { planTransfers } from "./plan-payout.service.ts";
import { fundedCents, spentCents } from "./transfers.ts";
import { findRows, lockTransferId, transfersOf, updateRow, type TransferRow } from "./transfers.rows.ts";

/** Requests that are sent to the provider at once. */
const together = 8;

/**
 * Plans transfers of runs whose payment begins, each once. A run of which nobody has a bank account awaits payment by hand.
 * Returns the number of runs planned.
 */
export async function planDueRuns(ctx: PayrollContext): Promise<number> {
  const now = ctx.clock.now().toISOString();
  const due = `status = 'processing' AND ach_file_at IS NULL AND pay_date <= $1::date
    AND NOT EXISTS (SELECT FROM payroll_transfers AS p WHERE p.run_id = t.id)
    AND EXISTS (SELECT FROM payroll_settings AS s WHERE s.owner_id = t.owner_id AND s.funding_secret_id IS NOT NULL)
    AND ${ofOpenAccount("t.owner_id")} ORDER BY pay_date, id LIMIT 200`;
  const lastDay = addDays(now.slice(0, 10), debitLeadDays);
  const runs = await asSystem(ctx.em, (em) => findPayrollRows(em, "payroll_runs", due, [lastDay]), {
    readOnly: true,
  });
  let planned = 0;
  for (const { id } of runs)
    await asSystem(ctx.em, async (em) => {
      const run = await lockRun(em, id);
      const isPlanned = (await transfersOf(em, id)).length > 0;
      if (run.status !== "processing" || run.achFileAt !== null || isPlanned) return;
      if (await planTransfers(em, run, now)) planned += 1;
      else {
        const changes = { status: "awaiting_payment", version: run.version + 1, updatedAt: now } as const;
        await updatePayrollRow(em, "payroll_runs", id, changes);
        await emitRunStatus(em, [{ ...run, ...changes }]);
      }
    });
  return planned;
}

/**
 * Sends planned transfers: the employer's debit first, and credits of employees when its money is available. Safe to run at
 * any time and in several processes: each transfer exists once at the provider.
 */
export async function sendTransfers(ctx: PayrollContext): Promise<void> {
  const sql = `SELECT DISTINCT t.run_id AS id FROM payroll_transfers AS t
    WHERE t.status IN ('planned', 'authorized') AND ${ofOpenAccount("t.owner_id")} ORDER BY 1 LIMIT 200`;
  const runs = await asSystem(ctx.em, (em) => executeSql<{ id: string }>(em, sql, []), { readOnly: true });
  for (const { id } of runs) {
    const wanted = await asSystem(ctx.em, (em) => sendable(em, id), { readOnly: true });
    for (let at = 0; at < wanted.length; at += together)
      await Promise.all(wanted.slice(at, at + together).map((one) => sendOne(ctx, one)));
  }
}

/** What may be sent of a run now: debits, and credits that are funded. */
async function sendable(em: EntityManager, runId: string): Promise<TransferRow[]> {
  const transfers = await transfersOf(em, runId);
  const open = transfers.filter(({ status }) => status === "planned" || status === "authorized");
  let left = fundedCents(transfers) - spentCents(transfers);
  return open.filter(({ kind, status, amountCents }) => {
    if (kind === "debit" || status === "authorized") return true;
    if (amountCents > left) return false;
    left -= amountCents;
    return true;
  });
}

async function sendOne(ctx: PayrollContext, transfer: TransferRow): Promise<void> {
  try {
    await send(ctx, transfer);
  } catch (fault) {
    if (!(fault instanceof PayoutFault)) throw fault;
    if (fault.kind !== "refused") {
      ctx.log.warn({ transferId: transfer.id, kind: fault.kind }, "A payroll transfer was not sent yet");
      return;
    }
    const changes = { status: "failed", failureCode: fault.providerCode ?? "REFUSED" } as const;
    await finish(ctx, transfer, (em, now) =>
      updateRow(em, "payroll_transfers", transfer.id, { ...changes, updatedAt: now }),
    );
  }
}

async function send(ctx: PayrollContext, transfer: TransferRow): Promise<void> {
  const { payouts } = ctx.ports;
  const { id, kind, amountCents } = transfer;
  const account = await openPayoutAccount(ctx, transfer);
  let { authorizationId } = transfer;
  if (authorizationId === null) {
    const legalName = await asSystem(ctx.em, (em) => holderOf(em, transfer), { readOnly: true });
    const answer = await payouts.authorize({ key: id, account, kind, amountCents, legalName });
    if ("declined" in answer) {
      const changes = { status: "declined", failureCode: answer.declined } as const;
      return finish(ctx, transfer, (em, now) =>
        updateRow(em, "payroll_transfers", id, { ...changes, updatedAt: now }),
      );
    }
    authorizationId = await keepAuthorization(ctx, id, answer.authorizationId);
  }
  // The stored authorization stands for one transfer, however often that is requested.
  const wanted = { account, authorizationId, amountCents, reference: id };
  const { transferId } = await payouts.createTransfer(wanted);
  await finish(ctx, transfer, async (em, now) => {
    await lockTransferId(em, transferId);
    const sent = { status: "pending", providerId: transferId, updatedAt: now } as const;
    await updateRow(em, "payroll_transfers", id, sent);
    await applyEvents(em, { ...transfer, ...sent }, transferId, now);
  });
}

/** Stores the first authorization of a transfer, and returns the one that is stored. */
async function keepAuthorization(ctx: PayrollContext, id: string, authorizationId: string): Promise<string> {
  return asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const sql = `UPDATE payroll_transfers SET authorization_id = $2, status = 'authorized', updated_at = $3
      WHERE id = $1 AND authorization_id IS NULL`;
    await executeSql(em, sql, [id, authorizationId, now]);
    return (await findRows(em, "payroll_transfers", "id = $1", [id]))[0]!.authorizationId!;
  });
}

/** Writes how a transfer that nobody else has finished meanwhile went on, and moves its run. */
async function finish(
  ctx: PayrollContext,
  { id, runId }: TransferRow,
  write: (em: EntityManager, now: string) => Promise<void>,
): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now().toISOString();
    const run = await lockRun(em, runId);
    const [current] = await findRows(em, "payroll_transfers", "id = $1", [id]);
    if (current!.status !== "planned" && current!.status !== "authorized") return;
    await write(em, now);
    await followTransfers(em, run, now);
  });
}

/** Holder of the account of a transfer. */
async function holderOf(em: EntityManager, { ownerId, employeeId }: TransferRow): Promise<string> {
  if (employeeId === null) return (await settingsOf(em, ownerId)).legalName!;
  const [employee] = await findPayrollRows(em, "payroll_employees", "id = $1", [employeeId]);
  return `${employee!.firstName} ${employee!.lastName}`;
}
