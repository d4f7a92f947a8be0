/** Which run works on the effect of a key, by the database's clock: the lease outlives the process that took it. */
import type { EntityManager } from "@mikro-orm/postgresql";
import { decodeJson, encodeJson } from "./json-codec.ts";
import { placeOf, type KeyClaim } from "./key-row.ts";
import { executeSql } from "./sql.ts";
import { inTransaction, type TransactionContext } from "./transaction.ts";

/** An intent and its idempotency key at the external service. */
export interface Effect<Intent> {
  intent: Intent;
  effectKey: string;
}

export interface Lease {
  token: string;
  ms: number;
}

const leaseFor = "clock_timestamp() + $6 * interval '1 millisecond'";
const ofKey = "scope = $1 AND principal = $2 AND operation = $3 AND key = $4";

/** Leases the key that this transaction has just taken. */
export async function leaseKey(em: EntityManager, claim: KeyClaim, lease: Lease): Promise<void> {
  const sql = `UPDATE idempotency_keys SET lease = $5, leased_until = ${leaseFor} WHERE ${ofKey}`;
  await executeSql(em, sql, [...placeOf(claim), lease.token, lease.ms]);
}

/**
 * Leases the key of a run that ended without an answer, and returns how far it got; null while the run
 * continues.
 */
export async function takeOver(
  em: EntityManager,
  claim: KeyClaim,
  lease: Lease,
): Promise<{ effect: Effect<unknown> | null } | null> {
  const [row] = await executeSql<{ intent: string | null; effect_key: string }>(
    em,
    `UPDATE idempotency_keys SET lease = $5, leased_until = ${leaseFor}
     WHERE ${ofKey} AND response IS NULL AND leased_until <= clock_timestamp()
     RETURNING intent::text AS intent, effect_key`,
    [...placeOf(claim), lease.token, lease.ms],
  );
  if (!row) return null;
  return {
    effect: row.intent === null ? null : { intent: decodeJson(row.intent), effectKey: row.effect_key },
  };
}

/** Writes the intent beside its key; false when the lease is not ours any more. */
export async function writeEffect(
  em: EntityManager,
  claim: KeyClaim,
  effect: Effect<unknown>,
  lease: Lease,
): Promise<boolean> {
  const rows = await executeSql(
    em,
    `UPDATE idempotency_keys SET intent = $6::json, effect_key = $7
     WHERE ${ofKey} AND lease = $5 AND response IS NULL AND intent IS NULL RETURNING 1`,
    [...placeOf(claim), lease.token, encodeJson(effect.intent), effect.effectKey],
  );
  return rows.length === 1;
}

/** Locks the key's row; false when the lease is not ours any more. */
export async function lockLeased(em: EntityManager, claim: KeyClaim, lease: Lease): Promise<boolean> {
  const sql = `SELECT 1 FROM idempotency_keys WHERE ${ofKey} AND lease = $5 FOR UPDATE`;
  return (await executeSql(em, sql, [...placeOf(claim), lease.token])).length === 1;
}

/** Extends the lease on the key. */
export async function renewLease(ctx: TransactionContext, claim: KeyClaim, lease: Lease): Promise<void> {
  await setLease(ctx, claim, { ...lease, untilMs: lease.ms });
}

/** Lets the next request with the key continue immediately. */
export async function freeLease(ctx: TransactionContext, claim: KeyClaim, lease: Lease): Promise<void> {
  await setLease(ctx, claim, { ...lease, untilMs: 0 });
}

/** A lease that cannot be renewed or released expires, which only costs time. */
async function setLease(
  { em, principal }: TransactionContext,
  claim: KeyClaim,
  { token, untilMs }: { token: string; untilMs: number },
): Promise<void> {
  const sql = `UPDATE idempotency_keys SET leased_until = ${leaseFor} WHERE ${ofKey} AND lease = $5`;
  const values = [...placeOf(claim), token, untilMs];
  await inTransaction({ em, principal }, (own) => executeSql(own, sql, values)).catch(() => undefined);
}
