import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";

/**
 * True when each resource of a booking or hold has a unit left for its time, buffers included. Locks the resources in the
 * order of their IDs until the transaction ends, so that units are counted by one transaction at a time. Bookings of
 * the same session share a unit; `except` is a booking that is being moved.
 */
export async function hasUnits(
  em: EntityManager,
  { ownerId, resourceIds, sessionKey, blockStart, blockEnd }: BookingEntity,
  { now, except }: { now: Date; except: string },
): Promise<boolean> {
  const resources = await executeSql<{ id: string; quantity: number }>(
    em,
    `SELECT id, quantity FROM booking_resources WHERE owner_id = $1 AND id = ANY ($2) ORDER BY id
     FOR NO KEY UPDATE`,
    [ownerId, resourceIds],
  );
  for (const { id, quantity } of resources) {
    const peak = await peakUse(em, { ownerId, id, from: blockStart, to: blockEnd, sessionKey, except, now });
    if (peak >= quantity) return false;
  }
  return resources.length === resourceIds.length;
}

interface UseQuery {
  ownerId: string;
  id: string;
  from: Date;
  /** Default: without end. */
  to?: Date;
  sessionKey?: string;
  except?: string;
  now: Date;
}

/**
 * The most units of a resource that bookings and holds use at one moment. Uses that all overlap one time share a moment
 * of it when they share any, so the uses need not be cut to that time.
 */
export async function peakUse(
  em: EntityManager,
  { ownerId, id, from, to, sessionKey = "", except = "", now }: UseQuery,
): Promise<number> {
  const [row] = await executeSql<{ peak: number }>(
    em,
    `WITH uses AS (
       SELECT min(block_start) AS since, max(block_end) AS until FROM bookings
       WHERE owner_id = $1 AND resource_ids <> '{}' AND $2 = ANY (resource_ids) AND block && tstzrange($3, $4)
         AND status IN ('held', 'pending', 'confirmed', 'checked_in')
         AND NOT (status IN ('held', 'pending') AND lapses_at <= $5) AND session_key <> $6 AND id <> $7
       GROUP BY session_key),
     steps AS (SELECT since AS at, 1 AS step FROM uses UNION ALL SELECT until, -1 FROM uses)
     SELECT coalesce(max(used), 0)::int AS peak
     FROM (SELECT sum(step) OVER (ORDER BY at, step) AS used FROM steps) AS running`,
    [ownerId, id, from, to ?? null, now, sessionKey, except],
  );
  return row!.peak;
}
