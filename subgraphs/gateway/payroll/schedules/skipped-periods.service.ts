import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { periodAlreadyRun } from "../payroll.errors.ts";
import { findOwn, findRows, insertAll } from "../payroll.rows.ts";
import { periodOf } from "./pay-periods.ts";
import type * as types from "./schedule.types.ts";

/**
 * Marks a pay period as not paid, or takes that back. Throws NOT_FOUND, VALIDATION_ERROR for a day that begins no period, and
 * PERIOD_ALREADY_RUN.
 */
export function skipPayPeriod(
  ctx: GatewayContext,
  input: types.SkipPayPeriodInput,
): Promise<types.PayPeriod> {
  return exactlyOnce(ctx, { operation: "skipPayPeriod", input }, async (em) => {
    const { scheduleId, periodStart, reason, skipped } = input;
    // Runs of the schedule wait for this, and this for them.
    const own = { ownerId: ownerOf(ctx), id: scheduleId, lock: true };
    const schedule = await findOwn(em, "pay_schedules", own);
    if (!schedule) throw notFound("pay schedule");
    const period = periodOf(schedule, periodStart);
    if (period.start !== periodStart)
      throw validationError([
        {
          path: "periodStart",
          message: `must be the first day of a period, such as ${period.start}`,
          rule: "period",
        },
      ]);
    const isRun = "schedule_id = $1 AND period_start = $2 AND type = 'regular' AND status <> 'cancelled'";
    const [run] = await findRows(em, "payroll_runs", isRun, [scheduleId, periodStart]);
    if (run) throw periodAlreadyRun(run.id);
    const of = [scheduleId, periodStart];
    await executeSql(
      em,
      "DELETE FROM payroll_skipped_periods WHERE schedule_id = $1 AND period_start = $2",
      of,
    );
    const isSkipped = skipped !== false;
    const createdAt = ctx.clock.now().toISOString();
    const row = { id: newId("skp"), ownerId: schedule.ownerId, scheduleId, periodStart, reason, createdAt };
    if (isSkipped) await insertAll(em, "payroll_skipped_periods", [row]);
    return {
      periodId: `${scheduleId}.${periodStart}`,
      ...period,
      status: isSkipped ? "skipped" : "open",
      skipReason: isSkipped ? reason : null,
      runId: null,
    };
  });
}

/** Refuses a run of a period that is skipped, until the transaction ends. Throws BUSINESS_RULE period_skipped. */
export async function refuseSkipped(
  em: EntityManager,
  scheduleId: string,
  periodStart: string,
): Promise<void> {
  await findRows(em, "pay_schedules", "id = $1 FOR SHARE", [scheduleId]);
  const where = "schedule_id = $1 AND period_start = $2";
  const [skip] = await findRows(em, "payroll_skipped_periods", where, [scheduleId, periodStart]);
  if (skip)
    throw businessRule(
      "period_skipped",
      "This period is marked as not paid. Set skipped to false with skip_pay_period first.",
      { reason: skip.reason },
    );
}
