import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newToken } from "../../../../src/ids.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";

/**
 * URL of a new link with which the customer of a booking sees and changes it; null where the account has no open booking page. Each
 * message gets a link of its own, so that tokens are stored as hashes only.
 */
export async function createManageLink(
  em: EntityManager,
  ctx: GatewayContext,
  { id, ownerId }: BookingEntity,
): Promise<string | null> {
  const token = newToken();
  const rows = await executeSql(
    em,
    `INSERT INTO booking_manage_links (token_hash, owner_id, booking_id, created_at)
     SELECT $1, owner_id, $3, $4 FROM booking_pages WHERE owner_id = $2 AND is_enabled RETURNING 1`,
    [hashToken(token), ownerId, id, ctx.clock.now()],
  );
  return rows.length === 0 ? null : `${ctx.publicUrl}/my-booking/${token}`;
}

/** The booking of a link that works; null for an unknown link, and a day after the end of the booking. */
export async function findManagedBooking(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ ownerId: string; bookingId: string } | null> {
  const [row] = await executeSql<{ ownerId: string; bookingId: string }>(
    em,
    `SELECT b.owner_id AS "ownerId", b.id AS "bookingId" FROM booking_manage_links l
     JOIN bookings b ON b.id = l.booking_id AND b.owner_id = l.owner_id
     JOIN booking_pages p ON p.owner_id = l.owner_id AND p.is_enabled
     WHERE l.token_hash = $1 AND b.ends_at > $2::timestamptz - interval '1 day' AND account_access.is_open(l.owner_id)`,
    [hashToken(token), now],
  );
  return row ?? null;
}
