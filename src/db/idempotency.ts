import type { EntityManager } from "@mikro-orm/postgresql";
import type { DomainError } from "../errors.ts";
import {
  claimOf,
  inProgress,
  insertKey,
  isCovered,
  isLasting,
  openAnswer,
  readAnswer,
  runCovered,
  sealAnswer,
  sealRefusal,
  storeAnswer,
  type IdempotencyContext,
  type KeyClaim,
  type KeyedCall,
  type StoredAnswer,
} from "./key-row.ts";
import { executeSql } from "./sql.ts";
import { groupCommitRefusal } from "./stored-refusals.ts";
import { asSystem, inTransaction, openTransaction } from "./transaction.ts";

export { keyLifetimeMs, type IdempotencyContext, type RevealedOnce } from "./key-row.ts";

/**
 * Runs `work` in one transaction, at most once for this principal's `Idempotency-Key` and this `operation`
 * within 24 hours. The key's row, the effect and the stored result commit together, so a crash leaves all or
 * nothing.
 *
 * - Same key, same input: the first result again, and `ctx.meter.replayed` is true. `work` does not run.
 * - Same key, other input: 422 `IDEMPOTENCY_KEY_REUSED`.
 * - The first request still runs: waits up to 10 s for it, then 409 `IDEMPOTENCY_IN_PROGRESS`.
 * - `work` refuses because of the current state (404, 409, 422 and the like): the same refusal again.
 * - `work` throws anything else (400, 401, 402, 403, 429, a bug): nothing is stored, the same key may try
 *   again.
 * - No key, or inside another `exactlyOnce`: as `inTransaction`.
 * - Fields of `revealedOnce` are stored sealed, and are null in a replay after their time.
 *
 * `work` returns plain data: JSON values, Date, bigint or undefined (see `encodeJson`). With a key, the first
 * request too gets the decoded copy, so first response and replay cannot differ. As with `inTransaction`,
 * `work` may run again after a deadlock.
 * `transact` may be `inPlainTransaction`, for work of plain statements.
 */
export async function exactlyOnce<T>(
  ctx: IdempotencyContext,
  call: KeyedCall,
  work: (em: EntityManager) => Promise<T>,
  transact: typeof inTransaction = inTransaction,
): Promise<T> {
  const key = ctx.idempotencyKey;
  const open = openTransaction(ctx.em);
  if (key === null || (open && isCovered(open))) return transact(ctx, work);
  const claim = claimOf(ctx, key, call);
  const replay = (stored: StoredAnswer): T => {
    ctx.meter.replayed = true;
    return openAnswer<T>(claim, stored);
  };
  try {
    return await transact(ctx, async (em) => {
      const stored = await claimKey(em, claim);
      if (stored !== null) return replay(stored);
      const answer = sealAnswer(claim, await runCovered(em, work));
      await storeAnswer(em, claim, answer);
      return openAnswer<T>(claim, answer);
    });
  } catch (error) {
    // Inside another transaction, that transaction decides how to handle the refusal.
    if (ctx.meter.replayed || open || !isLasting(error)) throw error;
    const earlier = await storeRefusal(ctx, claim, error);
    if (earlier === null) throw error;
    return replay(earlier);
  }
}

/**
 * Refuses a call whose refusal is known before any work is done, as `exactlyOnce` refuses one whose work throws it: kept
 * under the call's key. A key that has an answer already answers that. Called outside of a transaction.
 */
export async function refuseOnce<T>(
  ctx: IdempotencyContext,
  call: KeyedCall,
  refusal: DomainError,
): Promise<T> {
  const key = ctx.idempotencyKey;
  if (key === null || !isLasting(refusal)) throw refusal;
  if (await groupCommitRefusal(ctx, claimOf(ctx, key, call), refusal)) throw refusal;
  // The key is taken: returns its stored response, or waits for it.
  return exactlyOnce<T>(ctx, call, () => Promise.reject(refusal));
}

/**
 * Stores the refusal that its own transaction could not store; returns null, or the response that another
 * request has stored in the meantime.
 */
async function storeRefusal(
  { em, principal }: IdempotencyContext,
  claim: KeyClaim,
  refusal: DomainError,
): Promise<StoredAnswer | null> {
  return inTransaction({ em, principal }, async (own) => {
    const earlier = await claimKey(own, claim);
    if (earlier !== null) return earlier;
    await storeAnswer(own, claim, sealRefusal(refusal));
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

/** Inserts the key in this transaction and returns null, or returns the response already stored under it. */
async function claimKey(em: EntityManager, claim: KeyClaim): Promise<StoredAnswer | null> {
  if (await insertKey(em, claim)) return null;
  const stored = await readAnswer(em, claim);
  // The row may be purged between the two statements; a new try will find the key free.
  if (stored === null) throw inProgress();
  return stored;
}
