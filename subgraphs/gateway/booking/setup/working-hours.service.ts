import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { localDate } from "../../../../src/time/local-date.ts";
import type { HoursInterval } from "../availability/slots.ts";
import { minutesOf, timeOf } from "../../base/wall-clock.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findProvider } from "./providers.service.ts";
import { hasOverlap, weekPositions } from "./week.ts";
import type * as types from "./working-hours.types.ts";

type StoredInterval = HoursInterval & { weekday: number };

/** Sets the weekly hours from a date on. Throws NOT_FOUND, and VALIDATION_ERROR for intervals that overlap. */
export function setWeeklyHours(
  ctx: GatewayContext,
  input: types.SetWeeklyHoursInput,
): Promise<types.WeeklyHours> {
  const intervals = input.intervals.map(({ weekday, from, to }) => ({ weekday, ...toMinutes({ from, to }) }));
  if (hasOverlap(weekPositions(intervals))) throw overlapping();
  return exactlyOnce(ctx, { operation: "setWeeklyHours", input }, async (em) => {
    const { id, ownerId, timezone } = await findProvider(em, ctx, input.providerId);
    const effectiveFrom = input.effectiveFrom ?? localDate(ctx.clock.now(), timezone);
    await executeSql(
      em,
      `INSERT INTO booking_weekly_hours (provider_id, effective_from, owner_id, intervals) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider_id, effective_from) DO UPDATE SET intervals = EXCLUDED.intervals`,
      [id, effectiveFrom, ownerId, JSON.stringify(intervals)],
    );
    return { providerId: id, timezone, effectiveFrom, intervals: intervals.map(presentWeekInterval) };
  });
}

/** The weekly hours in force on a date. Throws NOT_FOUND. */
export function readWeeklyHours(
  ctx: GatewayContext,
  args: types.WeeklyHoursArgs,
): Promise<types.WeeklyHours> {
  const read = async (em: EntityManager) => {
    const { id, timezone } = await findProvider(em, ctx, args.providerId);
    const date = args.onDate ?? localDate(ctx.clock.now(), timezone);
    const [row] = await executeSql<{ effectiveFrom: string; intervals: StoredInterval[] }>(
      em,
      `SELECT effective_from::text AS "effectiveFrom", intervals FROM booking_weekly_hours
       WHERE provider_id = $1 AND effective_from <= $2 ORDER BY effective_from DESC LIMIT 1`,
      [id, date],
    );
    const intervals = row?.intervals.map(presentWeekInterval) ?? [];
    return { providerId: id, timezone, effectiveFrom: row?.effectiveFrom ?? null, intervals };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Replaces the weekly hours on one date. Throws NOT_FOUND, and VALIDATION_ERROR for intervals that overlap. */
export function addDateOverride(
  ctx: GatewayContext,
  input: types.AddDateOverrideInput,
): Promise<types.DateOverride> {
  const intervals = input.intervals.map(toMinutes);
  if (hasOverlap(intervals.map(({ from, to }) => ({ start: from, end: to > from ? to : to + 1440 }))))
    throw overlapping();
  return exactlyOnce(ctx, { operation: "addDateOverride", input }, async (em) => {
    const { id, ownerId } = await findProvider(em, ctx, input.providerId);
    await executeSql(
      em,
      `INSERT INTO booking_date_overrides (provider_id, on_date, owner_id, intervals) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider_id, on_date) DO UPDATE SET intervals = EXCLUDED.intervals`,
      [id, input.date, ownerId, JSON.stringify(intervals)],
    );
    return { providerId: id, date: input.date, intervals: intervals.map(presentInterval) };
  });
}

/**
 * Blocks time in a provider's calendar. Existing bookings stay and are listed. Throws NOT_FOUND, and VALIDATION_ERROR
 * when the end is not after the start.
 */
export function blockProviderTime(
  ctx: GatewayContext,
  input: types.BlockProviderTimeInput,
): Promise<types.BlockedTime> {
  const { from, to, reason = null } = input;
  if (from.getTime() >= to.getTime())
    throw validationError([{ path: "to", message: "must be after from", rule: "minimum" }]);
  return exactlyOnce(ctx, { operation: "blockProviderTime", input }, async (em) => {
    const { id: providerId, ownerId } = await findProvider(em, ctx, input.providerId);
    const id = newId("blk");
    const values = [id, ownerId, providerId, from, to, reason, ctx.clock.now()];
    const conflicts = await executeSql<{ id: string }>(
      em,
      `WITH blocked AS (
         INSERT INTO booking_blocked_times (id, owner_id, provider_id, starts_at, ends_at, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7))
       SELECT id FROM bookings WHERE provider_id = $3 AND starts_at < $5 AND ends_at > $4
       AND status IN ('pending', 'confirmed', 'checked_in') ORDER BY starts_at`,
      values,
    );
    const conflictingBookingIds = conflicts.map((one) => one.id);
    return { id, providerId, from, to, reason, conflictingBookingIds };
  });
}

function toMinutes({ from, to }: { from: string; to: string }): HoursInterval {
  return { from: minutesOf(from), to: minutesOf(to) };
}

/** A stored time span as the graph shows it. */
export function presentInterval({ from, to }: HoursInterval): types.DayInterval {
  return { from: timeOf(from), to: to === 1440 ? "24:00" : timeOf(to) };
}

function presentWeekInterval({ weekday, ...interval }: StoredInterval): types.WeekInterval {
  const { from, to } = presentInterval(interval);
  return { weekday, from, to };
}

function overlapping() {
  return validationError([{ path: "intervals", message: "must not overlap", rule: "no_overlap" }]);
}
