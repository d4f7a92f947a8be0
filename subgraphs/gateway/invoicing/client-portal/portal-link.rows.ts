import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Whose documents a link shows. */
export interface PortalLinkOwner {
  ownerId: string;
  clientId: string;
}

/** The client of a link, and whether it works now: not revoked, replaced or expired; null for one that is unknown. */
export async function findPortalLink(
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<(PortalLinkOwner & { works: boolean }) | null> {
  const sql = `SELECT l.owner_id AS "ownerId", l.client_id AS "clientId",
      l.revoked_at IS NULL AND l.expires_at > $2 AS works
    FROM client_portal_links l JOIN clients c ON c.id = l.client_id AND c.status = 'active'
    WHERE l.token_hash = $1`;
  return (await executeSql<PortalLinkOwner & { works: boolean }>(em, sql, [tokenHash, now]))[0] ?? null;
}

/** Ends the client's link; false without one. */
export async function revokePortalLink(em: EntityManager, clientId: string, now: Date): Promise<boolean> {
  const sql = `UPDATE client_portal_links SET revoked_at = $2 WHERE client_id = $1 AND revoked_at IS NULL
    RETURNING expires_at > $2 AS worked`;
  return (await executeSql<{ worked: boolean }>(em, sql, [clientId, now]))[0]?.worked ?? false;
}

/** Stores a new link. The caller has ended the earlier one. */
export async function insertPortalLink(
  em: EntityManager,
  link: PortalLinkOwner & { id: string; tokenHash: string; expiresAt: Date; now: Date },
): Promise<void> {
  const { id, ownerId, clientId, tokenHash, expiresAt, now } = link;
  await executeSql(
    em,
    `INSERT INTO client_portal_links (id, owner_id, client_id, token_hash, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, ownerId, clientId, tokenHash, expiresAt, now],
  );
}
