import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../clock.ts";
import type { KeyRing } from "../crypto.ts";
import { DomainError, type ErrorCode } from "../errors.ts";
import { canonicalHash, decodeJson, encodeJson } from "./json-codec.ts";
import { executeSql, sqlState } from "./sql.ts";
import { asSystem, inTransaction, openTransaction, type TransactionContext } from "./transaction.ts";

/** What `exactlyOnce` needs of a request's context. */
export interface IdempotencyContext extends TransactionContext {
  readonly principal: { readonly id: string; readonly ownerId: string | null };
  readonly clock: Clock;
  readonly idempotencyKey: string | null;
  /** Facts about the call that its answer's headers show; `replayed` is set here. */
  readonly meter: { replayed: boolean };
}

/** What an answer reveals once: kept apart from the stored answer, sealed, and only for retries within minutes. */
export interface RevealedOnce {
  /** Names of the answer's top-level fields; a replay shows them as null once their time is over. */
  fields: readonly string[];
  keepForMs: number;
  keyRing: KeyRing;
}

/** How long a key is good for. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000;
const lockNotAvailable = "55P03";

/** Transactions that already hold a key: what they call is covered by it. */
const keyedTransactions = new WeakSet<EntityManager>();

/**
 * Runs `work` in one transaction, at most once for this principal's `Idempotency-Key` and this `operation` within 24
 * hours. The key's row, the effect and the stored result commit together, so a crash leaves all or nothing.
 *
 * - Same key, same input: the first result again, and `ctx.meter.replayed` is true. `work` does not run.
 * - Same key, other input: 422 `IDEMPOTENCY_KEY_REUSED`.
 * - The first call still runs: waits up to 10 s for it, then 409 `IDEMPOTENCY_IN_PROGRESS`.
 * - `work` refuses because of how things stand (404, 409, 422 and the like): the same refusal again.
 * - `work` throws anything else (400, 401, 402, 403, 429, a bug): nothing is stored, the same key may try again.
 * - No key, or inside another `exactlyOnce`: as `inTransaction`.
 * - Fields of `revealedOnce` are stored sealed, and are null in a replay after their time.
 *
 * `work` returns plain data: JSON values, Date, bigint or undefined (see `encodeJson`). With a key, the first caller too
 * gets the decoded copy, so first answer and replay cannot differ. As with `inTransaction`, `work` may be run again
 * after a deadlock.
 */
export async function exactlyOnce<T>(
  ctx: IdempotencyContext,
  call: { operation: string; input: unknown; revealedOnce?: RevealedOnce },
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const key = ctx.idempotencyKey;
  const open = openTransaction(ctx.em);
  if (key === null || (open && keyedTransactions.has(open))) return inTransaction(ctx, work);
  const now = ctx.clock.now();
  const claim: KeyClaim = {
    scope: ctx.principal.ownerId ?? "public",
    principal: ctx.principal.id,
    operation: call.operation,
    key: normalizeKey(key),
    requestHash: canonicalHash(call.input),
    now,
    expiresAt: new Date(now.getTime() + keyLifetimeMs),
    revealedOnce: call.revealedOnce ?? null,
  };
  const replay = (stored: StoredAnswer): T => {
    ctx.meter.replayed = true;
    return openAnswer<T>(claim, stored);
  };
  try {
    return await inTransaction(ctx, async (em) => {
      const stored = await claimKey(em, claim);
      if (stored !== null) return replay(stored);
      const answer = sealAnswer(claim, await runCovered(em, work));
      await storeAnswer(em, claim, answer);
      return openAnswer<T>(claim, answer);
    });
  } catch (error) {
    // Inside another transaction it is for that one to say what comes of the refusal.
    if (ctx.meter.replayed || open || !isLasting(error)) throw error;
    const earlier = await storeRefusal(ctx, claim, error);
    if (earlier === null) throw error;
    return replay(earlier);
  }
}

/** True for a refusal that says how things stand, not what was wrong with the call or its caller. */
function isLasting(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || error.status < 404 || error.status > 499) return false;
  return !["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_IN_PROGRESS", "RATE_LIMIT_EXCEEDED"].includes(error.code);
}

/** Stores what its own transaction could not; null, or the answer that another call has stored meanwhile. */
async function storeRefusal(
  { em, principal }: IdempotencyContext,
  claim: KeyClaim,
  { code, message, details, status }: DomainError,
): Promise<StoredAnswer | null> {
  return inTransaction({ em, principal }, async (own) => {
    const earlier = await claimKey(own, claim);
    if (earlier !== null) return earlier;
    const refusal = JSON.stringify({ code, message, details, status });
    await storeAnswer(own, claim, { response: "null", refusal, sealed: null, sealedUntil: null });
    return null;
  });
}

/** Forgets the sealed secrets of answers whose time is over; returns how many. For a scheduled job. */
export async function forgetRevealedSecrets(em: EntityManager, now: Date): Promise<number> {
  return asSystem(em, async (own) => {
    const sql =
      "UPDATE idempotency_keys SET sealed = NULL WHERE sealed IS NOT NULL AND sealed_until <= $1 RETURNING 1";
    return (await executeSql(own, sql, [now])).length;
  });
}

/** Deletes the keys that expired before `now`; returns how many. For a scheduled job. */
export async function purgeIdempotencyKeys(em: EntityManager, now: Date): Promise<number> {
  return asSystem(em, async (own) => {
    const sql =
      "WITH gone AS (DELETE FROM idempotency_keys WHERE expires_at <= $1 RETURNING 1) SELECT count(*)::int AS count FROM gone";
    const [row] = await executeSql<{ count: number }>(own, sql, [now]);
    return row?.count ?? 0;
  });
}

interface KeyClaim {
  scope: string;
  principal: string;
  operation: string;
  key: string;
  requestHash: string;
  now: Date;
  expiresAt: Date;
  revealedOnce: RevealedOnce | null;
}

/** An answer as it is stored: its secrets, if it has any, apart from the rest. */
interface StoredAnswer {
  response: string;
  /** JSON of the refusal, where the answer was one. */
  refusal: string | null;
  sealed: string | null;
  sealedUntil: Date | null;
}

/** The IETF draft writes the key as a quoted string, most clients do not: both are the same key. */
function normalizeKey(key: string): string {
  return key.length > 2 && key.startsWith('"') && key.endsWith('"') ? key.slice(1, -1) : key;
}

/** Takes the key for this transaction and returns null, or returns the stored answer of the one who had it. */
async function claimKey(em: EntityManager, claim: KeyClaim): Promise<StoredAnswer | null> {
  const inserted = await insertKey(em, claim);
  if (inserted) return null;
  const [row] = await executeSql<{
    request_hash: string;
    response: string | null;
    refusal: string | null;
    sealed: string | null;
    sealed_until: string | null;
  }>(
    em,
    `SELECT request_hash, response::text AS response, refusal::text AS refusal, sealed, sealed_until
     FROM idempotency_keys WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4`,
    placeOf(claim),
  );
  // The row may be purged between the two statements; a new try will find the key free.
  if (!row || row.response === null) throw inProgress();
  if (row.request_hash !== claim.requestHash) {
    throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with another request.");
  }
  const { response, refusal, sealed, sealed_until } = row;
  return { response, refusal, sealed, sealedUntil: sealed_until === null ? null : new Date(sealed_until) };
}

async function insertKey(em: EntityManager, claim: KeyClaim): Promise<boolean> {
  try {
    // Waits on the unique index while another transaction holds the same key, for as long as the pool's lock_timeout.
    const rows = await executeSql(
      em,
      `INSERT INTO idempotency_keys AS held
         (scope, principal, operation, key, request_hash, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (scope, principal, operation, key) DO UPDATE
         SET request_hash = EXCLUDED.request_hash, response = NULL, refusal = NULL, sealed = NULL, sealed_until = NULL,
             created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
         WHERE held.expires_at <= EXCLUDED.created_at
       RETURNING 1`,
      [...placeOf(claim), claim.requestHash, claim.now, claim.expiresAt],
    );
    return rows.length === 1;
  } catch (error) {
    if (sqlState(error) === lockNotAvailable) throw inProgress(error);
    throw error;
  }
}

async function runCovered<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  keyedTransactions.add(em);
  try {
    const result = await work(em);
    // Ids and defaults that the database gives are in the result only after the changes are written.
    await em.flush();
    return result;
  } finally {
    keyedTransactions.delete(em);
  }
}

function sealAnswer(claim: KeyClaim, result: unknown): StoredAnswer {
  if (!claim.revealedOnce)
    return { response: encodeJson(result), refusal: null, sealed: null, sealedUntil: null };
  const { fields, keepForMs, keyRing } = claim.revealedOnce;
  const shown: Record<string, unknown> = { ...(result as object) };
  const secrets: Record<string, unknown> = {};
  for (const field of fields.filter((name) => name in shown)) {
    secrets[field] = shown[field];
    shown[field] = null;
  }
  return {
    response: encodeJson(shown),
    refusal: null,
    sealed: keyRing.seal(encodeJson(secrets), sealedPlace(claim)),
    sealedUntil: new Date(claim.now.getTime() + keepForMs),
  };
}

function openAnswer<T>(claim: KeyClaim, { response, refusal, sealed, sealedUntil }: StoredAnswer): T {
  if (refusal !== null) throw toRefusal(JSON.parse(refusal) as Refusal);
  const answer = decodeJson(response) as T;
  if (!claim.revealedOnce || sealed === null || sealedUntil === null || sealedUntil <= claim.now)
    return answer;
  const secrets = decodeJson(claim.revealedOnce.keyRing.open(sealed, sealedPlace(claim)));
  return { ...answer, ...(secrets as Partial<T>) };
}

type Refusal = Pick<DomainError, "message" | "details" | "status"> & { code: ErrorCode };

function toRefusal({ code, message, details, status }: Refusal): DomainError {
  return new DomainError(code, message, details, { status });
}

function placeOf({ scope, principal, operation, key }: KeyClaim): [string, string, string, string] {
  return [scope, principal, operation, key];
}

function sealedPlace(claim: KeyClaim): string {
  return `idempotency_keys.sealed.${JSON.stringify(placeOf(claim))}`;
}

async function storeAnswer(em: EntityManager, claim: KeyClaim, answer: StoredAnswer): Promise<void> {
  await executeSql(
    em,
    `UPDATE idempotency_keys SET response = $5::json, refusal = $6, sealed = $7, sealed_until = $8
     WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4`,
    [...placeOf(claim), answer.response, answer.refusal, answer.sealed, answer.sealedUntil],
  );
}

function inProgress(cause?: unknown): DomainError {
  const message = "A request with this Idempotency-Key is still running.";
  return new DomainError("IDEMPOTENCY_IN_PROGRESS", message, { retryAfterSeconds: 1 }, { cause });
}
