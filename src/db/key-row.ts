/** The row behind an `Idempotency-Key`: its owner, its request, and the stored response. */
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../time/clock.ts";
import type { KeyRing } from "../crypto/crypto.ts";
import { DomainError, type ErrorCode } from "../errors.ts";
import { isDedupeKey, dedupeWindowMs } from "../dedupe-key.ts";
import { canonicalHash, decodeJson, encodeJson } from "./json-codec.ts";
import { sealedAnswerPlace } from "../crypto/sealed-column.ts";
import { executeSql, sqlState } from "./sql.ts";
import type { TransactionContext } from "./transaction.ts";

/** The part of a request's context that a keyed write needs. */
export interface IdempotencyContext extends TransactionContext {
  readonly principal: TransactionContext["principal"] & { readonly id: string };
  readonly clock: Clock;
  readonly idempotencyKey: string | null;
  /** Facts about the call that its answer's headers show; `replayed` is set here. */
  readonly meter: { replayed: boolean };
}

/** Response fields that are revealed once: sealed, stored separately, and only for retries within minutes. */
export interface RevealedOnce {
  /** Names of the answer's top-level fields; a replay shows them as null once their time is over. */
  fields: readonly string[];
  keepForMs: number;
  keyRing: KeyRing;
}

/** How long a key is good for. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000;
const lockNotAvailable = "55P03";

/** Transactions that already have a key: nested keyed writes are covered by it. */
const keyedTransactions = new WeakSet<EntityManager>();

/** Identity of a keyed write: the same operation with the same input under the same key is the same write. */
export interface KeyedCall {
  operation: string;
  input: unknown;
  /** The values of `input` under older index keys: the same write, when a key was first used before a rotation. */
  olderInputs?: readonly unknown[];
  revealedOnce?: RevealedOnce;
}

export interface KeyClaim {
  scope: string;
  principal: string;
  operation: string;
  key: string;
  requestHash: string;
  olderHashes: readonly string[];
  now: Date;
  expiresAt: Date;
  revealedOnce: RevealedOnce | null;
}

/** The claim that a call with a key makes. */
export function claimOf(
  ctx: Pick<IdempotencyContext, "principal" | "clock">,
  key: string,
  call: KeyedCall,
): KeyClaim {
  const now = ctx.clock.now();
  return {
    scope: ctx.principal.ownerId ?? "public",
    principal: ctx.principal.id,
    operation: call.operation,
    key: normalizeKey(key),
    requestHash: canonicalHash(call.input),
    olderHashes: (call.olderInputs ?? []).map(canonicalHash),
    now,
    expiresAt: new Date(now.getTime() + (isDedupeKey(key) ? dedupeWindowMs : keyLifetimeMs)),
    revealedOnce: call.revealedOnce ?? null,
  };
}

/** An answer as it is stored: its secrets, if it has any, apart from the rest. */
export interface StoredAnswer {
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

/**
 * The response stored under the claim's key; null without one. With `lockFor` the row stays locked, if it still
 * belongs to that effect. Throws IDEMPOTENCY_KEY_REUSED.
 */
export async function readAnswer(
  em: EntityManager,
  claim: KeyClaim,
  lockFor: { effectKey: string } | null = null,
): Promise<StoredAnswer | null> {
  const [row] = await executeSql<{
    request_hash: string;
    response: string | null;
    refusal: string | null;
    sealed: string | null;
    sealed_until: string | null;
  }>(
    em,
    `SELECT request_hash, response::text AS response, refusal::text AS refusal, sealed, sealed_until
     FROM idempotency_keys WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4
     ${lockFor ? "AND effect_key = $5 FOR UPDATE" : ""}`,
    lockFor ? [...placeOf(claim), lockFor.effectKey] : placeOf(claim),
  );
  if (row && row.request_hash !== claim.requestHash && !claim.olderHashes.includes(row.request_hash)) {
    throw keyReused();
  }
  if (!row || row.response === null) return null;
  const { response, refusal, sealed, sealed_until } = row;
  return { response, refusal, sealed, sealedUntil: sealed_until === null ? null : new Date(sealed_until) };
}

/** Inserts the key if it is free or expired. Throws IDEMPOTENCY_IN_PROGRESS when that takes too long. */
export async function insertKey(em: EntityManager, claim: KeyClaim): Promise<boolean> {
  try {
    // Waits on the unique index while another transaction inserts the same key, at most the pool's
    // lock_timeout.
    const rows = await executeSql(
      em,
      `INSERT INTO idempotency_keys AS held
         (scope, principal, operation, key, request_hash, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (scope, principal, operation, key) DO UPDATE
         SET request_hash = EXCLUDED.request_hash, response = NULL, refusal = NULL, sealed = NULL, sealed_until = NULL,
             intent = NULL, effect_key = NULL, lease = NULL, leased_until = NULL,
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

/** Runs `work` under the key of this transaction: keyed writes inside it need no key of their own. */
export async function runCovered<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
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

/** True inside a transaction that has a key. */
export function isCovered(transaction: EntityManager): boolean {
  return keyedTransactions.has(transaction);
}

/** The response in its stored form, with the fields that are revealed once sealed. */
export function sealAnswer(claim: KeyClaim, result: unknown): StoredAnswer {
  if (!claim.revealedOnce)
    return { response: encodeJson(result), refusal: null, sealed: null, sealedUntil: null };
  const { fields, keepForMs, keyRing } = claim.revealedOnce;
  const shown: Record<string, unknown> = { ...(result as object) };
  const secrets: Record<string, unknown> = {};
  for (const field of fields.filter((name) => Object.hasOwn(shown, name))) {
    secrets[field] = shown[field];
    shown[field] = null;
  }
  return {
    response: encodeJson(shown),
    refusal: null,
    sealed: keyRing.seal(encodeJson(secrets), sealedAnswerPlace(placeOf(claim))),
    sealedUntil: new Date(claim.now.getTime() + keepForMs),
  };
}

/** Returns a stored response; throws it when it was a refusal. */
export function openAnswer<T>(claim: KeyClaim, { response, refusal, sealed, sealedUntil }: StoredAnswer): T {
  if (refusal !== null) throw toRefusal(JSON.parse(refusal) as Refusal);
  const answer = decodeJson(response) as T;
  if (!claim.revealedOnce || sealed === null || sealedUntil === null || sealedUntil <= claim.now)
    return answer;
  const secrets = decodeJson(claim.revealedOnce.keyRing.open(sealed, sealedAnswerPlace(placeOf(claim))));
  return { ...answer, ...(secrets as Partial<T>) };
}

type Refusal = Pick<DomainError, "message" | "details" | "status"> & { code: ErrorCode };

function toRefusal({ code, message, details, status }: Refusal): DomainError {
  return new DomainError(code, message, details, { status });
}

/** The key's row. */
export function placeOf({ scope, principal, operation, key }: KeyClaim): [string, string, string, string] {
  return [scope, principal, operation, key];
}

/** Puts the answer under its key. */
export async function storeAnswer(em: EntityManager, claim: KeyClaim, answer: StoredAnswer): Promise<void> {
  await executeSql(
    em,
    `UPDATE idempotency_keys SET response = $5::json, refusal = $6, sealed = $7, sealed_until = $8
     WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4`,
    [...placeOf(claim), answer.response, answer.refusal, answer.sealed, answer.sealedUntil],
  );
}

/** 422 for a key that was used for another request. */
export function keyReused(): DomainError {
  return new DomainError(
    "IDEMPOTENCY_KEY_REUSED",
    "This Idempotency-Key was used with another request. Use a new key.",
  );
}

/** 409 for a key whose first call still runs. */
export function inProgress(cause?: unknown): DomainError {
  const message = "A request with this Idempotency-Key is still running. Wait and send it again.";
  return new DomainError("IDEMPOTENCY_IN_PROGRESS", message, { retryAfterSeconds: 1 }, { cause });
}

/** True for a refusal caused by the current state, not by the request or its principal. */
export function isLasting(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || error.status < 404 || error.status > 499) return false;
  return !["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_IN_PROGRESS", "RATE_LIMIT_EXCEEDED"].includes(error.code);
}

/** The refusal as it is stored in place of an answer. */
export function sealRefusal(refusal: DomainError): StoredAnswer {
  return { response: "null", refusal: textOfRefusal(refusal), sealed: null, sealedUntil: null };
}

/** The last refusal as text: requests that are refused together have the same details. */
let lastRefusal: (Refusal & { text: string }) | null = null;

function textOfRefusal({ code, message, details, status }: DomainError): string {
  const last = lastRefusal;
  const isSame =
    last?.details === details && last.code === code && last.message === message && last.status === status;
  if (isSame) return last.text;
  const text = JSON.stringify({ code, message, details, status });
  lastRefusal = { code, message, details, status, text };
  return text;
}
