/** Who is at work on the effect of a key, by the database's clock: it outlives any process that says so. */
import type { EntityManager } from "@mikro-orm/postgresql";
import { decodeJson, encodeJson } from "./json-codec.ts";
import { placeOf, type KeyClaim } from "./key-row.ts";
import { executeSql } from "./sql.ts";
import { inTransaction, type TransactionContext } from "./transaction.ts";

/** An intent and the key under which the outside party knows it. */
export interface Effect<Intent> {
  intent: Intent;
  effectKey: string;
}

export interface Lease {
  token: string;
  ms: number;
}

/** Writes the intent beside the key that this transaction holds, leased from now on. */
export async function writeEffect(
  em: EntityManager,
  claim: KeyClaim,
  effect: Effect<unknown>,
  lease: Lease,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE idempotency_keys SET intent = $5::json, effect_key = $6, lease = $7,
       leased_until = clock_timestamp() + $8 * interval '1 millisecond'
     WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4`,
    [...placeOf(claim), encodeJson(effect.intent), effect.effectKey, lease.token, lease.ms],
  );
}

/** The intent of a run that has ended without an answer, now leased to us; null while it has not. */
export async function takeOver<Intent>(
  em: EntityManager,
  claim: KeyClaim,
  lease: Lease,
): Promise<Effect<Intent> | null> {
  const [row] = await executeSql<{ intent: string; effect_key: string }>(
    em,
    `UPDATE idempotency_keys SET lease = $5, leased_until = clock_timestamp() + $6 * interval '1 millisecond'
     WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4 AND response IS NULL AND intent IS NOT NULL
       AND leased_until <= clock_timestamp()
     RETURNING intent::text AS intent, effect_key`,
    [...placeOf(claim), lease.token, lease.ms],
  );
  return row ? { intent: decodeJson(row.intent) as Intent, effectKey: row.effect_key } : null;
}

/** Holds the key for another while. */
export async function renewLease(ctx: TransactionContext, claim: KeyClaim, lease: Lease): Promise<void> {
  await setLease(ctx, claim, { ...lease, untilMs: lease.ms });
}

/** Lets the next call with the key go on at once. */
export async function freeLease(ctx: TransactionContext, claim: KeyClaim, lease: Lease): Promise<void> {
  await setLease(ctx, claim, { ...lease, untilMs: 0 });
}

/** A lease that cannot be renewed or freed runs out by itself, which only costs time. */
async function setLease(
  { em, principal }: TransactionContext,
  claim: KeyClaim,
  { token, untilMs }: { token: string; untilMs: number },
): Promise<void> {
  const sql = `UPDATE idempotency_keys SET leased_until = clock_timestamp() + $6 * interval '1 millisecond'
     WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4 AND lease = $5`;
  const values = [...placeOf(claim), token, untilMs];
  await inTransaction({ em, principal }, (own) => executeSql(own, sql, values)).catch(() => undefined);
}
