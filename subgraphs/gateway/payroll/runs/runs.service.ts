import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { yearFor } from "../tax-tables/tax-tables.service.ts";
import { calculateRun, lockYears } from "./calculate-run.service.ts";
import { periodAlreadyRun } from "../payroll.errors.ts";
import { findOwn, findRows, insertAll, pageRows, updateRow } from "../payroll.rows.ts";
import { readEmployees } from "./people-to-pay.service.ts";
import { emitPayslips, emitRunStatus } from "./run-events.service.ts";
import type { PayrollPreview } from "./payslip.types.ts";
import type { PreviewPayrollArgs } from "./preview.types.ts";
import { inForce } from "./payslips-in-force.ts";
import { reverseAll } from "./reversals.service.ts";
import { resolvePeriod } from "../schedules/resolve-period.service.ts";
import { refuseSkipped } from "../schedules/skipped-periods.service.ts";
import type { RunRow } from "../payroll-tables.ts";
import type * as types from "./run.types.ts";
import { transfersOf } from "../payouts/transfers.rows.ts";
import { markTimePaid, refuseOpenTime } from "../time/pay-time.service.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Runs a payroll atomically: calculates every payslip, freezes the numbers and starts payment. Throws NOT_A_PERIOD,
 * PERIOD_ALREADY_RUN, NO_EMPLOYEES, STATE_NOT_SUPPORTED, VALIDATION_ERROR and NOT_FOUND.
 */
export function runPayroll(
  ctx: GatewayContext,
  input: types.RunPayrollInput,
): Promise<types.StartedPayrollRun> {
  return exactlyOnce(ctx, { operation: "runPayroll", input }, async (em) => {
    const draft = await addDraft(em, ctx, input);
    const { force } = input;
    const { id: runId, employeeCount } = await freeze(em, ctx, draft, { status: "processing", force });
    return { runId, status: "processing", employeeCount };
  });
}

/** Creates a draft run for review. Throws like `runPayroll`, except calculation errors. */
export function createPayrollDraft(
  ctx: GatewayContext,
  input: types.RunPayrollInput,
): Promise<types.PayrollRun> {
  return exactlyOnce(ctx, { operation: "createPayrollDraft", input }, (em) => addDraft(em, ctx, input));
}

/**
 * Previews a draft, or a period without one. Throws NOT_FOUND, INVALID_STATE, NOT_A_PERIOD, VALIDATION_ERROR, and
 * calculation errors.
 */
export function previewPayroll(
  ctx: GatewayContext,
  { runId = null, ...period }: PreviewPayrollArgs,
): Promise<PayrollPreview> {
  const read = async (em: EntityManager) => {
    const run =
      runId === null ? await draftOf(em, ctx, periodToPreview(period)) : await runOf(em, ctx, runId);
    if (run.status !== "draft") throw invalidState("payroll run", run.status, ["draft"]);
    const { payslips, totals } = await calculateRun(em, ctx, run);
    const notIncluded = [...new Set(payslips.flatMap((one) => one.notIncluded))].toSorted();
    return { ...totals, notIncluded, employees: payslips.slice(0, 100) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function periodToPreview({ periodStart, periodEnd, type, ...more }: PreviewPayrollArgs) {
  if (!periodStart || !periodEnd)
    throw validationError(
      Object.entries({ periodStart, periodEnd })
        .filter(([, day]) => !day)
        .map(([path]) => ({ path, message: "is required without runId", rule: "required" })),
    );
  return { ...more, periodStart, periodEnd, type: type ?? "regular" };
}

/** One of the account's runs. Throws NOT_FOUND. */
export function readPayrollRun(ctx: GatewayContext, runId: string): Promise<types.PayrollRun> {
  return inTransaction(ctx, (em) => runOf(em, ctx, runId), { readOnly: true });
}

/** The account's runs, newest first. */
export function listPayrollRuns(
  ctx: GatewayContext,
  { status = null, type = null, from = null, to = null, limit, after }: types.PayrollRunsArgs,
): Promise<types.PayrollRunPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "payroll_runs", {
      where: `($2::text[] IS NULL OR status = ANY ($2)) AND ($3::text IS NULL OR type = $3)
        AND ($4::date IS NULL OR pay_date >= $4) AND ($5::date IS NULL OR pay_date <= $5)`,
      values: [status, type, from, to],
      list: ["payroll runs", status, type, from, to],
      limit,
      after,
    });
    return { runs: rows, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Approves a draft and freezes its numbers; its payment begins two days before its pay date. Throws NOT_FOUND, INVALID_STATE, calculation
 * errors, and BUSINESS_RULE net_total_differs when the net differs from the expected one.
 */
export function approvePayroll(
  ctx: GatewayContext,
  input: types.ApprovePayrollInput,
): Promise<types.PayrollRun> {
  return exactlyOnce(ctx, { operation: "approvePayroll", input }, async (em) => {
    const draft = await runOf(em, ctx, input.runId, true);
    if (draft.status !== "draft") throw invalidState("payroll run", draft.status, ["draft"]);
    const { expectedNetTotal: expectedNetCents, force } = input;
    return freeze(em, ctx, draft, { status: "pending", expectedNetCents, force });
  });
}

const cancellable: readonly string[] = ["draft", "pending", "awaiting_payment", "failed"];

/** Cancels a run before it is paid, or one whose debit was declined; payslips of an approved one are reversed. Throws NOT_FOUND, INVALID_STATE and BUSINESS_RULE. */
export function cancelPayrollRun(
  ctx: GatewayContext,
  input: types.CancelPayrollRunInput,
): Promise<types.PayrollRun> {
  return exactlyOnce(ctx, { operation: "cancelPayrollRun", input }, async (em) => {
    const run = await runOf(em, ctx, input.runId, true);
    if (!cancellable.includes(run.status)) throw invalidState("payroll run", run.status, cancellable);
    // The employer's money may be on its way or there.
    if ((await transfersOf(em, run.id)).some(({ status }) => status !== "declined" && status !== "cancelled"))
      throw businessRule(
        "transfers_sent",
        "Transfers of this run were sent. Repeat those that failed with retry_payroll_payment.",
      );
    refuseWithAchFile(run);
    const payslips = await findRows(em, "payslips", inForce, [run.id]);
    await reverseAll(em, ctx, payslips, input.reason);
    return changeRun(em, ctx, run, { status: "cancelled", cancelReason: input.reason });
  });
}

/** Throws BUSINESS_RULE for a run whose file may be at the bank. */
export function refuseWithAchFile({ achFileAt }: RunRow): void {
  if (achFileAt !== null)
    throw businessRule(
      "ach_file_created",
      "The ACH file of this run was created and may be at your bank. Reverse payslips and pay the difference in an off_cycle run.",
    );
}

/** One of the account's runs in the open transaction, locked for update on request. Throws NOT_FOUND. */
export async function runOf(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
  lock = false,
): Promise<RunRow> {
  const row = await findOwn(em, "payroll_runs", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("payroll run");
  return row;
}

async function addDraft(
  em: EntityManager,
  ctx: GatewayContext,
  input: types.RunPayrollInput,
): Promise<RunRow> {
  const row = await draftOf(em, ctx, input);
  if (row.type === "regular" && row.scheduleId !== null)
    await refuseSkipped(em, row.scheduleId, row.periodStart);
  row.employeeCount = (await readEmployees(em, row)).length;
  await insertAll(em, "payroll_runs", [row], "ON CONFLICT DO NOTHING");
  if (row.type === "regular") await refuseSecondRun(em, row);
  return row;
}

/** A draft that is not stored. */
async function draftOf(
  em: EntityManager,
  ctx: GatewayContext,
  input: types.RunPayrollInput,
): Promise<RunRow> {
  const ownerId = ownerOf(ctx);
  const { scheduleId, payDate } = await resolvePeriod(em, ctx, input);
  const { tables } = await yearFor(em, payDate);
  const { periodStart, periodEnd, type, employeeIds = null } = input;
  const now = ctx.clock.now().toISOString();
  const row: RunRow = {
    id: newId("run"),
    ownerId,
    type,
    scheduleId,
    periodStart,
    periodEnd,
    payDate,
    status: "draft",
    employeeIds,
    employeeCount: 0,
    grossCents: 0,
    employeeTaxesCents: 0,
    employerTaxesCents: 0,
    deductionsCents: 0,
    netCents: 0,
    cashRequiredCents: 0,
    taxTableVersion: tables.version,
    calcHash: null,
    approvedBy: null,
    cancelReason: null,
    revision: 1,
    achFileAt: null,
    paidAt: null,
    paidBy: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  if (employeeIds !== null) {
    const known = await findRows(em, "payroll_employees", "owner_id = $1 AND id = ANY ($2)", [
      ownerId,
      employeeIds,
    ]);
    if (known.length < new Set(employeeIds).size) throw notFound("employee");
  }
  return row;
}

/** Rejects a duplicate run. A concurrent second request has waited for the first commit and finds that run. */
async function refuseSecondRun(
  em: EntityManager,
  { id, ownerId, scheduleId, periodStart }: RunRow,
): Promise<void> {
  const [other] = await findRows(
    em,
    "payroll_runs",
    "owner_id = $1 AND schedule_id = $2 AND period_start = $3 AND type = 'regular' AND status <> 'cancelled' AND id <> $4",
    [ownerId, scheduleId, periodStart, id],
  );
  if (other) throw periodAlreadyRun(other.id);
}

interface Freezing {
  status: "pending" | "processing";
  /** Ignores unapproved time. */
  force?: boolean | null | undefined;
  expectedNetCents?: number | null | undefined;
}

async function freeze(
  em: EntityManager,
  ctx: GatewayContext,
  run: RunRow,
  { status, force, expectedNetCents }: Freezing,
): Promise<RunRow> {
  const employees = await readEmployees(em, run);
  const employeeIds = employees.map(({ id }) => id);
  const { year, tables } = await yearFor(em, run.payDate);
  await lockYears(em, { ownerId: run.ownerId, employeeIds, year });
  if (force !== true) await refuseOpenTime(em, run, employeeIds);
  const { payslips, totals, calcHash } = await calculateRun(em, ctx, run);
  if (typeof expectedNetCents === "number" && expectedNetCents !== totals.netCents)
    throw businessRule(
      "net_total_differs",
      "The run's net total differs from expectedNetTotal. Preview the run again.",
      {
        netTotal: totals.netCents / 100,
      },
    );
  await insertAll(em, "payslips", payslips);
  await emitPayslips(em, payslips);
  const paidIds = payslips.map(({ employeeId }) => employeeId);
  await markTimePaid(em, run, paidIds);
  const { id, ownerId, payDate } = run;
  await emitLedgerChanges(em, [{ appId: "payroll", ownerId, id, days: [payDate] }]);
  const taxTableVersion = tables.version;
  const frozen = { ...totals, calcHash, status, taxTableVersion, approvedBy: ctx.principal.id };
  return changeRun(em, ctx, run, frozen);
}

export async function changeRun(
  em: EntityManager,
  ctx: GatewayContext,
  run: RunRow,
  fields: Partial<RunRow>,
): Promise<RunRow> {
  const changes = { ...fields, version: run.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "payroll_runs", run.id, changes);
  const changed = { ...run, ...changes };
  if (changed.status !== run.status) await emitRunStatus(em, [changed]);
  return changed;
}
