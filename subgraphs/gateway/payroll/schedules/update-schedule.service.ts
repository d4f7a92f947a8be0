import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { findOwn, findRows, updateRow } from "../payroll.rows.ts";
import { periodOf } from "./pay-periods.ts";
import type { PaySchedule, UpdatePayScheduleInput } from "./schedule.types.ts";

/**
 * Changes a schedule for periods that begin on a day or later; earlier ones keep their pay dates. Throws NOT_FOUND,
 * INVALID_STATE of an archived schedule, and VALIDATION_ERROR for a day that begins no period, or that a run or an earlier
 * change has passed.
 */
export function updatePaySchedule(ctx: GatewayContext, input: UpdatePayScheduleInput): Promise<PaySchedule> {
  return exactlyOnce(ctx, { operation: "updatePaySchedule", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.scheduleId, lock: true };
    const row = await findOwn(em, "pay_schedules", own);
    if (!row) throw notFound("pay schedule");
    if (row.status !== "active") throw invalidState("pay schedule", row.status, ["active"]);
    const { effectiveFrom } = input;
    const refuse = (message: string) =>
      validationError([{ path: "effectiveFrom", message, rule: "minimum" }]);
    const { start } = periodOf(row, effectiveFrom);
    if (start !== effectiveFrom) throw refuse(`must be the first day of a pay period, such as ${start}`);
    const last = row.earlierRules.at(-1);
    if (last && effectiveFrom < last.until) throw refuse(`must not be before ${last.until}`);
    const where = `owner_id = $1 AND schedule_id = $2 AND period_start >= $3 AND status <> 'cancelled' LIMIT 1`;
    const runs = await findRows(em, "payroll_runs", where, [row.ownerId, row.id, effectiveFrom]);
    if (runs.length > 0) throw refuse("must be after the periods that have a payroll run");
    const { payDateOffsetDays, holidayRule } = row;
    const rules = {
      payDateOffsetDays: input.payDateOffsetDays ?? payDateOffsetDays,
      holidayRule: input.holidayRule ?? holidayRule,
    };
    const isSame = rules.payDateOffsetDays === payDateOffsetDays && rules.holidayRule === holidayRule;
    const changes = {
      ...rules,
      name: input.name ?? row.name,
      earlierRules: isSame
        ? row.earlierRules
        : [...row.earlierRules, { until: effectiveFrom, payDateOffsetDays, holidayRule }],
      version: row.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "pay_schedules", row.id, changes);
    return { ...row, ...changes };
  });
}
