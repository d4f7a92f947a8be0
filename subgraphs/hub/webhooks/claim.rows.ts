import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { peekAsSystem } from "../../../src/db/transaction.ts";

/** Most requests to one endpoint at a time, over all processes. */
const maxInFlight = 10;

/** How long a sender may take to record what came of a try; after that the delivery is sent again. */
const claimMs = 60_000;

/** A delivery that this process has taken on, with all that one try needs. */
export interface Claim {
  id: string;
  ownerId: string;
  endpointId: string;
  body: string;
  url: string;
  secretSealed: string;
  previousSecretSealed: string | null;
  previousSecretExpiresAt: string | null;
  /** Stored trace context of the event; null when it is not traced. */
  trace: string | null;
  /** Distinguishes this claim from a later one of the same delivery. */
  claimedUntil: Date;
}

/**
 * Endpoints with something due and room for it, locked so that no other process counts their room at the same time.
 * The first delivery that waits for each endpoint is looked up in the index, one probe an endpoint, however long
 * their queues are.
 */
const lockReadyEndpoints = `
  WITH RECURSIVE first_waiting AS (
    (SELECT endpoint_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending'
     ORDER BY endpoint_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id, next.next_attempt_at FROM first_waiting w CROSS JOIN LATERAL (
      SELECT d.endpoint_id, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.status = 'pending' AND d.endpoint_id > w.endpoint_id
      ORDER BY d.endpoint_id, d.next_attempt_at LIMIT 1) AS next
  )
  SELECT e.id FROM webhook_endpoints e JOIN first_waiting w ON w.endpoint_id = e.id
  WHERE w.next_attempt_at <= $1 AND e.status = 'enabled'
    AND (SELECT count(*) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.claimed_until > $1) < ${maxInFlight}
  ORDER BY w.next_attempt_at LIMIT $2 FOR UPDATE OF e SKIP LOCKED`;

/** Claims the oldest due deliveries, round-robin over the endpoints, each up to its limit. */
const claimDeliveries = `
  WITH due AS (
    SELECT d.id, d.turn FROM unnest($2::text[]) AS endpoint (id) CROSS JOIN LATERAL (
      SELECT w.id, row_number() OVER (ORDER BY w.next_attempt_at, w.id) AS turn FROM webhook_deliveries w
      WHERE w.endpoint_id = endpoint.id AND w.status = 'pending' AND w.next_attempt_at <= $1
      ORDER BY w.next_attempt_at, w.id
      LIMIT ${maxInFlight} - (
        SELECT count(*) FROM webhook_deliveries f WHERE f.endpoint_id = endpoint.id AND f.claimed_until > $1)) AS d
    ORDER BY d.turn LIMIT $3
  )
  UPDATE webhook_deliveries d SET claimed_until = $4, next_attempt_at = $4
  FROM due, webhook_endpoints e, webhook_events v
  WHERE d.id = due.id AND e.id = d.endpoint_id AND v.id = d.event_id
  RETURNING d.id, d.owner_id AS "ownerId", d.endpoint_id AS "endpointId", v.body, e.url, e.secret_sealed AS "secretSealed",
    e.previous_secret_sealed AS "previousSecretSealed", e.previous_secret_expires_at AS "previousSecretExpiresAt",
    d.trace_context AS trace`;

/** Whether deliveries wait, due or not. */
export function areWaiting(em: EntityManager): Promise<boolean> {
  return peekAsSystem(em, "FROM webhook_deliveries WHERE status = 'pending'");
}

/** Claims up to `limit` due deliveries. A claim that is not settled in time is due again. */
export async function claimRows(em: EntityManager, limit: number, now: Date): Promise<Claim[]> {
  const ready = await executeSql<{ id: string }>(em, lockReadyEndpoints, [now, limit]);
  if (ready.length === 0) return [];
  const claimedUntil = new Date(now.getTime() + claimMs);
  const ids = ready.map(({ id }) => id);
  const rows = await executeSql<Omit<Claim, "claimedUntil">>(em, claimDeliveries, [
    now,
    ids,
    limit,
    claimedUntil,
  ]);
  return rows.map((row) => ({ ...row, claimedUntil }));
}

/** The state of a delivery whose claim is still good, locked with its endpoint; null for one that was lost. */
export async function lockClaim(
  em: EntityManager,
  claim: Claim,
): Promise<{ tries: number; failingSince: Date | null; lastFailedAt: Date | null } | null> {
  const [row] = await executeSql<{ failingSince: string | null; lastFailedAt: string | null }>(
    em,
    `SELECT failing_since AS "failingSince", last_failed_at AS "lastFailedAt" FROM webhook_endpoints WHERE id = $1 FOR UPDATE`,
    [claim.endpointId],
  );
  const [delivery] = await executeSql<{ tries: number }>(
    em,
    "SELECT tries FROM webhook_deliveries WHERE id = $1 AND claimed_until = $2 AND status = 'pending' FOR UPDATE",
    [claim.id, claim.claimedUntil],
  );
  if (!row || !delivery) return null;
  const toDate = (value: string | null) => (value === null ? null : new Date(value));
  return {
    tries: delivery.tries,
    failingSince: toDate(row.failingSince),
    lastFailedAt: toDate(row.lastFailedAt),
  };
}
