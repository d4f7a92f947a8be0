import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { HoursInterval } from "../availability/slots.ts";
import { findProvider } from "./providers.service.ts";
import type * as types from "./time-off.types.ts";
import { presentInterval } from "./working-hours.service.ts";
import type { BlockedTime } from "./working-hours.types.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 366;

/** A stored blocked time. Source and event are null of what was blocked by hand. */
export interface BlockedTimeRow {
  id: string;
  ownerId: string;
  providerId: string;
  startsAt: string;
  endsAt: string;
  reason: string | null;
  source: string | null;
  eventUid: string | null;
  createdAt: string;
}

const { pageRows } = plainRows<{ booking_blocked_times: BlockedTimeRow }>();

/** Date overrides of a provider, earliest first. Throws NOT_FOUND, and VALIDATION_ERROR for the range. */
export function listDateOverrides(
  ctx: GatewayContext,
  { providerId, from, to }: types.DateOverridesArgs,
): Promise<types.DateOverrideList> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw refused("must not be before from");
  if (days > maxDays) throw refused(`must be within ${maxDays} days`);
  const read = async (em: EntityManager) => {
    await findProvider(em, ctx, providerId);
    const rows = await executeSql<{ date: string; intervals: HoursInterval[] }>(
      em,
      `SELECT on_date::text AS date, intervals FROM booking_date_overrides
       WHERE provider_id = $1 AND on_date BETWEEN $2 AND $3 ORDER BY on_date`,
      [providerId, from, to],
    );
    const present = ({ date, intervals }: (typeof rows)[number]) => ({
      providerId,
      date,
      intervals: intervals.map(presentInterval),
    });
    return { overrides: rows.map(present) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Removes a date override: the weekly hours apply again. False when there was none. Throws NOT_FOUND. */
export function removeDateOverride(
  ctx: GatewayContext,
  input: types.RemoveDateOverrideInput,
): Promise<types.RemovedTimeOff> {
  return exactlyOnce(ctx, { operation: "removeDateOverride", input }, async (em) => {
    const { id } = await findProvider(em, ctx, input.providerId);
    const removing = "DELETE FROM booking_date_overrides WHERE provider_id = $1 AND on_date = $2 RETURNING 1";
    const removed = await executeSql(em, removing, [id, input.date]);
    return { removed: removed.length > 0 };
  });
}

/** Times of a provider that were blocked by hand, newest first. Throws NOT_FOUND and VALIDATION_ERROR. */
export function listBlockedTimes(
  ctx: GatewayContext,
  args: types.BlockedTimesArgs,
): Promise<types.BlockedTimePage> {
  return readBlocks(ctx, args, "blocked times", "source IS NULL", async (em, rows) => {
    const conflicts = await conflictsOf(em, rows);
    return rows.map((row) => presentBlock(row, conflicts.get(row.id) ?? []));
  }).then(({ blocks, ...page }) => ({ blockedTimes: blocks, ...page }));
}

/** Frees a time that was blocked by hand. Throws NOT_FOUND. */
export function unblockProviderTime(
  ctx: GatewayContext,
  input: types.UnblockProviderTimeInput,
): Promise<types.RemovedTimeOff> {
  return exactlyOnce(ctx, { operation: "unblockProviderTime", input }, async (em) => {
    const [removed] = await executeSql(
      em,
      "DELETE FROM booking_blocked_times WHERE id = $1 AND owner_id = $2 AND source IS NULL RETURNING 1",
      [input.blockId, ownerOf(ctx)],
    );
    if (!removed) throw notFound("blocked time");
    return { removed: true };
  });
}

/** A page of a provider's blocked times in a range, newest first. Throws NOT_FOUND and VALIDATION_ERROR. */
export function readBlocks<Block>(
  ctx: GatewayContext,
  { providerId, from, to, limit, after }: types.BlockedTimesArgs,
  name: string,
  condition: "source IS NULL" | "source IS NOT NULL",
  present: (em: EntityManager, rows: readonly BlockedTimeRow[]) => Promise<Block[]>,
): Promise<{ blocks: Block[]; total: number; nextCursor: string | null }> {
  if (from.getTime() >= to.getTime()) throw refused("must be after from");
  const read = async (em: EntityManager) => {
    await findProvider(em, ctx, providerId);
    const { rows, ...page } = await pageRows(em, ctx, "booking_blocked_times", {
      where: `provider_id = $2 AND ends_at > $3 AND starts_at < $4 AND ${condition}`,
      values: [providerId, from, to],
      list: [name, providerId, from, to],
      limit,
      after,
    });
    return { blocks: await present(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Active bookings that overlap each block, by start. */
async function conflictsOf(
  em: EntityManager,
  rows: readonly BlockedTimeRow[],
): Promise<Map<string, string[]>> {
  const found = await executeSql<{ blockId: string; id: string }>(
    em,
    `SELECT t.id AS "blockId", b.id FROM booking_blocked_times t
     JOIN bookings b ON b.provider_id = t.provider_id AND b.starts_at < t.ends_at AND b.ends_at > t.starts_at
     WHERE t.id = ANY ($1) AND b.status IN ('pending', 'confirmed', 'checked_in') ORDER BY b.starts_at, b.id`,
    [rows.map(({ id }) => id)],
  );
  const byBlock = Map.groupBy(found, ({ blockId }) => blockId);
  return new Map([...byBlock].map(([blockId, bookings]) => [blockId, bookings.map(({ id }) => id)]));
}

function presentBlock(row: BlockedTimeRow, conflictingBookingIds: string[]): BlockedTime {
  const { id, providerId, reason } = row;
  const [from, to] = [new Date(row.startsAt), new Date(row.endsAt)];
  return { id, providerId, from, to, reason, conflictingBookingIds };
}

function refused(message: string) {
  return validationError([{ path: "to", message, rule: "range" }]);
}
