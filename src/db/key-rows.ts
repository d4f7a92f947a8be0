/** The rows behind many `Idempotency-Key`s at once: as `key-row.ts`, one statement for all. */
import type { EntityManager } from "@mikro-orm/postgresql";
import type { KeyClaim, StoredAnswer } from "./key-row.ts";
import { executeSql } from "./sql.ts";

/** Claims of one scope and one operation, no two of one key. */
export type KeyClaims = readonly KeyClaim[];

/** Names a claim's row. */
export function rowOf({ principal, key }: Pick<KeyClaim, "principal" | "key">): string {
  return `${principal}\u0000${key}`;
}

/** How long a claim waits for a transaction elsewhere that holds the same key, before the group gives up. */
const claimWaitMs = 200;

/**
 * Takes those of the keys that nobody has or whose time is over, and answers their rows' names. Fails with SQLSTATE
 * 55P03 when another transaction keeps one of them for long.
 */
export async function insertKeys(em: EntityManager, claims: KeyClaims): Promise<Set<string>> {
  const [first] = claims;
  if (!first) return new Set();
  const waiting = executeSql(em, `SELECT set_config('lock_timeout', '${claimWaitMs}', true)`);
  // In the order of keys, so that two groups cannot wait for each other.
  const inserted = executeSql<{ principal: string; key: string }>(
    em,
    `INSERT INTO idempotency_keys AS held
       (scope, principal, operation, key, request_hash, created_at, expires_at)
     SELECT $1, principal, $2, key, request_hash, created_at, expires_at
     FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
       AS claim (principal, key, request_hash, created_at, expires_at)
     ORDER BY principal, key
     ON CONFLICT (scope, principal, operation, key) DO UPDATE
       SET request_hash = EXCLUDED.request_hash, response = NULL, refusal = NULL, sealed = NULL, sealed_until = NULL,
           intent = NULL, effect_key = NULL, lease = NULL, leased_until = NULL,
           created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
       WHERE held.expires_at <= EXCLUDED.created_at
     RETURNING principal, key`,
    [
      first.scope,
      first.operation,
      claims.map(({ principal }) => principal),
      claims.map(({ key }) => key),
      claims.map(({ requestHash }) => requestHash),
      claims.map(({ now }) => now),
      claims.map(({ expiresAt }) => expiresAt),
    ],
  );
  const restored = executeSql(em, "SET LOCAL lock_timeout TO DEFAULT");
  const [, rows] = await Promise.all([waiting, inserted, restored]);
  return new Set(rows.map(rowOf));
}

/** Puts answers under keys that this transaction has taken. */
export async function storeAnswers(
  em: EntityManager,
  answers: readonly { claim: KeyClaim; stored: StoredAnswer }[],
): Promise<void> {
  const [first] = answers;
  if (!first) return;
  await executeSql(
    em,
    `UPDATE idempotency_keys AS held SET response = answer.response::json, refusal = answer.refusal::json
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS answer (principal, key, response, refusal)
     WHERE held.scope = $1 AND held.operation = $2 AND held.principal = answer.principal AND held.key = answer.key`,
    [
      first.claim.scope,
      first.claim.operation,
      answers.map(({ claim }) => claim.principal),
      answers.map(({ claim }) => claim.key),
      answers.map(({ stored }) => stored.response),
      answers.map(({ stored }) => stored.refusal),
    ],
  );
}

/** Gives keys back that this transaction has taken, as if nobody had called with them. */
export async function freeKeys(em: EntityManager, claims: KeyClaims): Promise<void> {
  const [first] = claims;
  if (!first) return;
  await executeSql(
    em,
    `DELETE FROM idempotency_keys AS held USING unnest($3::text[], $4::text[]) AS freed (principal, key)
     WHERE held.scope = $1 AND held.operation = $2 AND held.principal = freed.principal AND held.key = freed.key`,
    [first.scope, first.operation, claims.map(({ principal }) => principal), claims.map(({ key }) => key)],
  );
}
