import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { anchorFault, periodsOfYear } from "./pay-periods.ts";
import { findOwn, findRows, insertAll, updateRow } from "../payroll.rows.ts";
import type { ScheduleRow } from "../payroll-tables.ts";
import type * as types from "./schedule.types.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";

/** Creates a pay schedule. Throws VALIDATION_ERROR for an anchor date that does not fit the frequency. */
export function createPaySchedule(
  ctx: GatewayContext,
  input: types.CreatePayScheduleInput,
): Promise<types.PaySchedule> {
  const fault = anchorFault(input.frequency, input.anchorDate);
  if (fault) throw validationError([{ path: "anchorDate", message: fault, rule: "format" }]);
  return exactlyOnce(ctx, { operation: "createPaySchedule", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const kept = { id: newId("psc"), ownerId: ownerOf(ctx), version: 1, createdAt: now, updatedAt: now };
    const row: ScheduleRow = Object.assign({}, input, kept, { status: "active" as const, earlierRules: [] });
    await insertAll(em, "pay_schedules", [row]);
    return row;
  });
}

/** Archives a pay schedule, which takes no more employees or runs. Throws NOT_FOUND, and BUSINESS_RULE while it has employees. */
export function archivePaySchedule(
  ctx: GatewayContext,
  input: types.ArchivePayScheduleInput,
): Promise<types.PaySchedule> {
  return exactlyOnce(ctx, { operation: "archivePaySchedule", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.scheduleId, lock: true };
    const row = await findOwn(em, "pay_schedules", own);
    if (!row) throw notFound("pay schedule");
    if (row.status === "archived") return row;
    const [used] = await executeSql<{ employees: number }>(
      em,
      `SELECT count(*)::int AS employees FROM payroll_employees
       WHERE owner_id = $1 AND pay_schedule_id = $2 AND status <> 'terminated'`,
      [row.ownerId, row.id],
    );
    const { employees } = used!;
    if (employees > 0)
      throw businessRule(
        "schedule_has_employees",
        "Employees are paid on this schedule. Archive it when they are terminated.",
        { employees },
      );
    const changes = {
      status: "archived",
      version: row.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    } as const;
    await updateRow(em, "pay_schedules", row.id, changes);
    return { ...row, ...changes };
  });
}

/** The account's pay schedules, newest first. */
export function listPaySchedules(
  ctx: GatewayContext,
  { status = null }: types.PaySchedulesArgs,
): Promise<types.PayScheduleList> {
  const where =
    "owner_id = $1 AND ($2::text IS NULL OR status = $2) ORDER BY created_at DESC, id DESC LIMIT 500";
  const read = (em: EntityManager) => findRows(em, "pay_schedules", where, [ownerOf(ctx), status]);
  return inTransaction(ctx, async (em) => ({ schedules: await read(em) }), { readOnly: true });
}

/** Periods of a schedule that begin in a year, with their runs. Throws NOT_FOUND. */
export function listPayPeriods(
  ctx: GatewayContext,
  { scheduleId, year }: types.PayPeriodsArgs,
): Promise<types.PayPeriodList> {
  const read = async (em: EntityManager) => {
    const schedule = await findOwn(em, "pay_schedules", { ownerId: ownerOf(ctx), id: scheduleId });
    if (!schedule) throw notFound("pay schedule");
    const where = "owner_id = $1 AND schedule_id = $2 AND type = 'regular' AND status <> 'cancelled'";
    const runs = await findRows(em, "payroll_runs", where, [ownerOf(ctx), scheduleId]);
    const runOf = new Map(runs.map((run) => [run.periodStart, run]));
    const skips = await findRows(em, "payroll_skipped_periods", "schedule_id = $1", [scheduleId]);
    const reasonOf = new Map(skips.map((skip) => [skip.periodStart, skip.reason]));
    const periods = periodsOfYear(schedule, year).map((period) => {
      const run = runOf.get(period.start);
      return {
        periodId: `${scheduleId}.${period.start}`,
        ...period,
        status: run?.status ?? (reasonOf.has(period.start) ? "skipped" : "open"),
        skipReason: reasonOf.get(period.start) ?? null,
        runId: run?.id ?? null,
      };
    });
    return { periods };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
