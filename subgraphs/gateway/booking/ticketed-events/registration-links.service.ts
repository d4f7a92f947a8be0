import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newToken } from "../../../../src/ids.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import type { RegistrationRow } from "./events.rows.ts";

/** URL of a new link to a guest's own page; null where the account has no open page with events. Tokens are stored as hashes only. */
export async function createRegistrationLink(
  em: EntityManager,
  ctx: GatewayContext,
  { id, ownerId }: Pick<RegistrationRow, "id" | "ownerId">,
): Promise<string | null> {
  const token = newToken();
  const rows = await executeSql(
    em,
    `INSERT INTO event_registration_links (token_hash, owner_id, registration_id, created_at)
     SELECT $1, owner_id, $3, $4 FROM booking_pages WHERE owner_id = $2 AND is_enabled AND shows_events RETURNING 1`,
    [hashToken(token), ownerId, id, ctx.clock.now()],
  );
  return rows.length === 0 ? null : `${ctx.publicUrl}/my-tickets/${token}`;
}

/** The registration of a link that works; null for an unknown link, and a day after the event. */
export async function findLinkedRegistration(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ ownerId: string; registrationId: string } | null> {
  const [row] = await executeSql<{ ownerId: string; registrationId: string }>(
    em,
    `SELECT r.owner_id AS "ownerId", r.id AS "registrationId" FROM event_registration_links l
     JOIN event_registrations r ON r.id = l.registration_id AND r.owner_id = l.owner_id
     JOIN ticketed_events e ON e.id = r.event_id
     JOIN booking_pages p ON p.owner_id = l.owner_id AND p.is_enabled AND p.shows_events
     WHERE l.token_hash = $1 AND e.ends_at > $2::timestamptz - interval '1 day' AND account_access.is_open(l.owner_id)`,
    [hashToken(token), now],
  );
  return row ?? null;
}

/** Ends all links of a registration: it has another holder. */
export async function endRegistrationLinks(em: EntityManager, registrationId: string): Promise<void> {
  await executeSql(em, "DELETE FROM event_registration_links WHERE registration_id = $1", [registrationId]);
}
