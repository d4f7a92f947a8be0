import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { periodOf } from "./pay-periods.ts";
import { notAPeriod } from "../payroll.errors.ts";
import { findRows } from "../payroll.rows.ts";
import type { RunPayrollInput } from "../runs/run.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/**
 * Schedule and pay date of a run. A regular run pays exactly one period of one schedule. Other runs pay any days, by
 * default today. Throws NOT_A_PERIOD with the nearest period, NOT_FOUND and VALIDATION_ERROR.
 */
export async function resolvePeriod(
  em: EntityManager,
  ctx: GatewayContext,
  { periodStart, periodEnd, type, scheduleId = null, payDate = null }: RunPayrollInput,
): Promise<{ scheduleId: string | null; payDate: string }> {
  if (periodEnd < periodStart)
    throw validationError([
      { path: "periodEnd", message: "must not be before periodStart", rule: "minimum" },
    ]);
  const where =
    "owner_id = $1 AND status = 'active' AND ($2::text IS NULL OR id = $2) ORDER BY created_at, id";
  const schedules = await findRows(em, "pay_schedules", where, [ownerOf(ctx), scheduleId]);
  if (scheduleId !== null && schedules.length === 0) throw notFound("pay schedule");
  if (type !== "regular")
    return { scheduleId, payDate: payDate ?? ctx.clock.now().toISOString().slice(0, 10) };
  const periods = schedules.map((schedule) => ({
    scheduleId: schedule.id,
    ...periodOf(schedule, periodStart),
  }));
  const matching = periods.filter(({ start, end }) => start === periodStart && end === periodEnd);
  if (matching.length > 1)
    throw validationError([
      {
        path: "scheduleId",
        message: "is required, because several schedules have this period",
        rule: "required",
      },
    ]);
  const [period] = matching;
  if (!period) throw notAPeriod(nearestOf(periods, periodStart, periodEnd));
  return { scheduleId: period.scheduleId, payDate: payDate ?? period.payDate };
}

function nearestOf<P extends { start: string; end: string }>(
  periods: readonly P[],
  start: string,
  end: string,
): P | null {
  const days = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b));
  const distance = (period: P) => days(period.start, start) + days(period.end, end);
  return periods.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
