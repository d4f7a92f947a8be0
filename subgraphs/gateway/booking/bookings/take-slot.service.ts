import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { blockOf } from "../availability/slots.ts";
import type { BookableService } from "../availability/service-calendar.service.ts";
import { sharedSession } from "../availability/free-slots.ts";
import { hasUnits } from "../resources/resource-use.service.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import type { BookingEntity, ServiceSnapshot } from "./booking.entity.ts";

/** Time and provider of a booking. */
export type Placement = Pick<
  BookingEntity,
  "providerId" | "startsAt" | "endsAt" | "timezone" | "localStart" | "blockStart" | "blockEnd" | "sessionKey"
>;

/** The place of a booking that begins at `start` (epoch milliseconds). */
export function placeAt(
  service: BookableService,
  { id, providerId, start, timezone }: { id: string; providerId: string; start: number; timezone: string },
): Placement {
  const block = blockOf(start, service);
  const { date, time } = wallClockOf(start, timezone);
  return {
    providerId,
    startsAt: new Date(start),
    endsAt: new Date(start + service.durationMin * 60_000),
    timezone,
    localStart: `${date}T${time}`,
    blockStart: new Date(block.start),
    blockEnd: new Date(block.end),
    sessionKey: sharedSession(service, providerId, start) ?? id,
  };
}

/** The copy of a service's terms that a booking stores. */
export function snapshotOf(service: BookableService): ServiceSnapshot {
  const { name, durationMin, bufferBeforeMin, bufferAfterMin, capacity, policy, videoCalls } = service;
  const video = videoCalls === undefined || videoCalls === "none" ? {} : { video: videoCalls };
  return { name, durationMin, bufferBeforeMin, bufferAfterMin, capacity, policy, ...video };
}

const columns = `id, owner_id, app_id, service_id, service_snapshot, provider_id, customer_id, client_email, starts_at,
  ends_at, timezone, local_start, block_start, block_end, session_key, party_size, status, lapses_at, price_minor,
  currency, notes, answers, series_id, created_at, updated_at, resource_ids, deposit_due_minor, video_status`;

/** When a slot is taken, and the booking that moves to it, whose own use of resources does not count. */
export interface TakeOptions {
  now: Date;
  except?: string;
}

/**
 * Inserts a booking or a hold; returns false when the provider's time, its seats or a resource are taken. The database decides
 * (exclusion constraint, or seat count with a check): of concurrent requests one succeeds, the others wait for its
 * commit. Never fails the transaction, so another provider can be tried. The rows of service and provider are locked as
 * foreign keys lock them, so that neither is archived meanwhile.
 */
export async function takeSlot(
  em: EntityManager,
  row: BookingEntity,
  { now, except = "" }: TakeOptions,
): Promise<boolean> {
  if (row.serviceSnapshot.capacity > 1 && !(await hasSeats(em, row))) return false;
  if (row.resourceIds.length > 0 && !(await hasUnits(em, row, { now, except }))) return false;
  const taken = await executeSql(
    em,
    `INSERT INTO bookings (${columns})
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $24, $25, $26, $27
     FROM booking_providers p JOIN booking_services s ON s.id = $4 AND s.status = 'active'
     WHERE p.id = $6 AND p.status = 'active' FOR KEY SHARE OF p, s
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      row.id,
      row.ownerId,
      row.appId,
      row.serviceId,
      JSON.stringify(row.serviceSnapshot),
      row.providerId,
      row.customerId,
      row.clientEmail,
      row.startsAt,
      row.endsAt,
      row.timezone,
      row.localStart,
      row.blockStart,
      row.blockEnd,
      row.sessionKey,
      row.partySize,
      row.status,
      row.lapsesAt,
      row.priceMinor,
      row.currency,
      row.notes,
      row.answers === null ? null : JSON.stringify(row.answers),
      row.seriesId,
      row.createdAt,
      row.resourceIds,
      row.depositDueMinor,
      // A link belongs to one event.
      row.videoStatus === "ready" ? "pending" : row.videoStatus,
    ],
  );
  return taken.length > 0;
}

/** Locks the session row, so that seats are counted by one transaction at a time. */
async function hasSeats(em: EntityManager, row: BookingEntity): Promise<boolean> {
  const [session] = await executeSql<{ left: number }>(
    em,
    `INSERT INTO booking_sessions (key, owner_id, capacity) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET capacity = greatest(EXCLUDED.capacity, booking_sessions.taken)
     RETURNING capacity - taken AS left`,
    [row.sessionKey, row.ownerId, row.serviceSnapshot.capacity],
  );
  return session!.left >= row.partySize;
}

/** Deletes expired holds and marks unapproved pending bookings as expired, when they overlap the block. */
export async function clearExpired(
  em: EntityManager,
  providerIds: readonly string[],
  { blockStart, blockEnd }: Pick<BookingEntity, "blockStart" | "blockEnd">,
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    `WITH gone AS (
       DELETE FROM bookings WHERE provider_id = ANY ($1) AND block && tstzrange($2, $3) AND status = 'held' AND lapses_at <= $4)
     UPDATE bookings SET status = 'expired', version = version + 1, updated_at = $4
     WHERE provider_id = ANY ($1) AND block && tstzrange($2, $3) AND status = 'pending' AND lapses_at <= $4`,
    [providerIds, blockStart, blockEnd, now],
  );
}
