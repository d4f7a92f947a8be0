/**
 * The rows behind many `Idempotency-Key`s together: as `key-row.ts`, for keys whose responses are known when
 * the rows are inserted.
 */
import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows, type RowsTarget } from "./insert-rows.ts";
import type { KeyClaim, StoredAnswer } from "./key-row.ts";
import { executeSql } from "./sql.ts";

/** Names a claim's row among those of its scope and operation. */
export function rowOf({ principal, key }: Pick<KeyClaim, "principal" | "key">): string {
  return `${principal}\u0000${key}`;
}

/** A key that is already taken. */
export interface HeldKey {
  requestHash: string;
  /** Null while it is being answered. */
  stored: StoredAnswer | null;
}

/** Those of the keys that are taken and not expired, by row. All claims have one scope and operation. */
export async function readKeys(
  em: EntityManager,
  claims: readonly KeyClaim[],
): Promise<Map<string, HeldKey>> {
  const [first] = claims;
  if (!first) return new Map();
  const rows = await executeSql<{
    principal: string;
    key: string;
    requestHash: string;
    response: string | null;
    refusal: string | null;
  }>(
    em,
    `SELECT principal, key, request_hash AS "requestHash", response::text AS response, refusal::text AS refusal
     FROM idempotency_keys
     WHERE scope = $1 AND principal = ANY($2) AND operation = $3 AND key = ANY($4) AND expires_at > $5`,
    [
      first.scope,
      [...new Set(claims.map(({ principal }) => principal))],
      first.operation,
      claims.map(({ key }) => key),
      first.now,
    ],
  );
  return new Map(
    rows.map(({ response, refusal, requestHash, ...row }) => [
      rowOf(row),
      {
        requestHash,
        stored: response === null ? null : { response, refusal, sealed: null, sealedUntil: null },
      },
    ]),
  );
}

const answered: RowsTarget = {
  into: "idempotency_keys AS held",
  columns: [
    "scope",
    "principal",
    "operation",
    "key",
    "request_hash",
    "created_at",
    "expires_at",
    "response",
    "refusal",
  ],
  after: `ON CONFLICT (scope, principal, operation, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, response = EXCLUDED.response, refusal = EXCLUDED.refusal,
        sealed = NULL, sealed_until = NULL, intent = NULL, effect_key = NULL, lease = NULL, leased_until = NULL,
        created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
    WHERE held.expires_at <= EXCLUDED.created_at
    RETURNING 1`,
};

/**
 * Inserts keys together with their responses; returns false when another transaction has inserted one of them
 * in the meantime. Waits for a concurrent insert up to `lock_timeout`.
 */
export async function insertAnswers(
  em: EntityManager,
  answers: readonly { claim: KeyClaim; stored: StoredAnswer }[],
): Promise<boolean> {
  // In the order of keys, so that two transactions cannot wait for each other.
  const sorted = answers.toSorted((a, b) => (rowOf(a.claim) < rowOf(b.claim) ? -1 : 1));
  const rows = sorted.map(({ claim, stored }) => [
    claim.scope,
    claim.principal,
    claim.operation,
    claim.key,
    claim.requestHash,
    claim.now,
    claim.expiresAt,
    stored.response,
    stored.refusal,
  ]);
  return (await insertRows(em, answered, rows)).length === rows.length;
}
