import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";

/** A session as requests of it show it. */
export interface SeenSession {
  id: string;
  ownerId: string;
  issuerSession: string | null;
  revocable: boolean;
  device: string;
  network: string | null;
  seenAt: string;
  expiresAtSeconds: number;
  lifetimeSeconds: number;
}

/** A session that was not seen for this long is no longer listed. */
const listedForDays = 30;
/** Refused tokens are still accepted somewhere else for as long as clocks may differ. */
const marginMinutes = 5;

/**
 * Writes sessions that were seen, each at most once a minute however many processes saw it. A revoked one stays as it is, but
 * is refused for as long as the newest of its tokens is valid. Rows are in the order of their ids, so that two processes that
 * write the same ones do not block each other. A user who was erased meanwhile gets no row.
 */
export async function writeSeen(em: EntityManager, seen: readonly SeenSession[]): Promise<void> {
  const sql = `INSERT INTO user_sessions AS s (id, owner_id, issuer_session, revocable, device, network, first_seen_at,
      last_seen_at, expires_at, lifetime_seconds)
    SELECT x.id, x."ownerId", x."issuerSession", x.revocable, x.device, x.network, x."seenAt", x."seenAt",
      to_timestamp(x."expiresAtSeconds"), x."lifetimeSeconds"
    FROM json_to_recordset($1::json) AS x (id text, "ownerId" text, "issuerSession" text, revocable boolean, device text,
      network text, "seenAt" timestamptz, "expiresAtSeconds" bigint, "lifetimeSeconds" integer)
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = x."ownerId")
    ORDER BY x.id
    ON CONFLICT (id) DO UPDATE SET
      device = CASE WHEN s.revoked_at IS NULL THEN EXCLUDED.device ELSE s.device END,
      network = CASE WHEN s.revoked_at IS NULL THEN EXCLUDED.network ELSE s.network END,
      last_seen_at = CASE WHEN s.revoked_at IS NULL THEN EXCLUDED.last_seen_at ELSE s.last_seen_at END,
      expires_at = greatest(s.expires_at, EXCLUDED.expires_at),
      lifetime_seconds = greatest(s.lifetime_seconds, EXCLUDED.lifetime_seconds),
      kept_until = CASE WHEN s.revoked_at IS NULL THEN NULL
        ELSE greatest(s.kept_until, EXCLUDED.expires_at + interval '${marginMinutes} minutes') END
    WHERE CASE WHEN s.revoked_at IS NULL THEN EXCLUDED.last_seen_at >= s.last_seen_at + interval '1 minute'
      ELSE EXCLUDED.expires_at > s.expires_at END`;
  await asSystem(em, (own) => executeSql(own, sql, [JSON.stringify(seen)]));
}

export interface SessionRow {
  id: string;
  device: string;
  network: string | null;
  revocable: boolean;
  firstSeenAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

/**
 * `$1` is the account and `$2` the time. A session that its provider names outlives its tokens, which are replaced; one that
 * is a token ends with it.
 */
export const sessionsSql = `SELECT id, device, network, revocable, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt",
    expires_at AS "expiresAt"
  FROM user_sessions WHERE owner_id = $1 AND revoked_at IS NULL
    AND last_seen_at > $2::timestamptz - interval '${listedForDays} days'
    AND (issuer_session IS NOT NULL OR expires_at > $2::timestamptz)
  ORDER BY last_seen_at DESC, id LIMIT 200`;

/** A session of the account, locked. Undefined for any other. */
export async function lockSession(
  em: EntityManager,
  ownerId: string,
  id: string,
): Promise<{ issuerSession: string | null; revocable: boolean; expiresAt: string } | undefined> {
  const sql = `SELECT issuer_session AS "issuerSession", revocable, expires_at AS "expiresAt" FROM user_sessions
    WHERE owner_id = $1 AND id = $2 FOR UPDATE`;
  const [row] = await executeSql<{ issuerSession: string | null; revocable: boolean; expiresAt: string }>(
    em,
    sql,
    [ownerId, id],
  );
  return row;
}

/**
 * Revokes a session; a revoked one stays as it is. Kept until the last token that was seen has expired, and every token that
 * was issued before and is valid as long as the longest one that was seen; one day at least.
 */
export async function markRevoked(em: EntityManager, ownerId: string, id: string, now: Date): Promise<void> {
  const sql = `UPDATE user_sessions SET revoked_at = $3, kept_until = greatest(expires_at,
      $3::timestamptz + greatest(make_interval(secs => lifetime_seconds), interval '1 day'))
      + interval '${marginMinutes} minutes'
    WHERE owner_id = $1 AND id = $2 AND revoked_at IS NULL`;
  await executeSql(em, sql, [ownerId, id, now]);
}

/** Deletes sessions that are no longer listed, and revocations that no valid token needs. Returns how many. */
export function purgeSessions(em: EntityManager, now: Date): Promise<number> {
  const sql = `DELETE FROM user_sessions WHERE (revoked_at IS NOT NULL AND kept_until <= $1)
      OR (revoked_at IS NULL AND last_seen_at <= $1::timestamptz - interval '${listedForDays} days')
      OR (revoked_at IS NULL AND issuer_session IS NULL AND expires_at <= $1::timestamptz
        AND last_seen_at <= $1::timestamptz - interval '1 day')
    RETURNING 1`;
  return asSystem(em, async (own) => (await executeSql(own, sql, [now])).length);
}
