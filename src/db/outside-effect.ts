import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { newId, newToken } from "../ids.ts";
import { freeLease, renewLease, takeOver, writeEffect, type Effect, type Lease } from "./effect-lease.ts";
import { decodeJson, encodeJson } from "./json-codec.ts";
import {
  claimOf,
  inProgress,
  insertKey,
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
import { inTransaction, openTransaction } from "./transaction.ts";

/** What `onceOutside` needs of a request's context. */
export interface OutsideEffectContext extends IdempotencyContext {
  readonly requestId: string;
}

/** An effect at an outside party, in three steps. */
export interface OutsideSteps<Intent, Reply, Answer> {
  /** Transaction 1: writes down what is about to be done. The intent is plain data (see `encodeJson`). */
  record(em: EntityManager): Promise<Intent>;
  /**
   * Does it, outside of any transaction. It may be run again with the same intent and key, also while an earlier run is
   * not known to have ended, so the party must take `effectKey` as its idempotency key.
   */
  act(intent: Intent, effectKey: string): Promise<Reply>;
  /** Transaction 2: writes down what came of it. Idempotent: a run whose commit was lost is followed by another. */
  settle(em: EntityManager, intent: Intent, reply: Reply): Promise<Answer>;
}

/** How long a key is held by who is at work on it, and how long others wait for that. */
export interface LeaseTimes {
  /** Renewed while `act` runs, so this is how long a crash blocks the key. */
  leaseMs: number;
  waitMs: number;
}

const defaultTimes: LeaseTimes = { leaseMs: 10_000, waitMs: 12_000 };

/**
 * An effect at an outside party, once for a caller's `Idempotency-Key`: `record` commits with the key, then `act`, then
 * `settle` commits with the stored answer. So a crash at any point leaves an intent that the next call with the key
 * takes up where it was, with the same effect key: the party never sees a second effect.
 *
 * - Same key, same input: the first answer again, and `ctx.meter.replayed` is true. No step runs.
 * - Same key, other input: 422 `IDEMPOTENCY_KEY_REUSED`.
 * - The first call still runs: waits for its answer, then 409 `IDEMPOTENCY_IN_PROGRESS`. The first call holds a lease
 *   on the key, by the database's clock; when it runs out, whoever waits takes over.
 * - `record` or `act` refuses because of how things stand (404, 409, 422 and the like): the same refusal again.
 * - `act` throws anything else: the intent is kept and the key is free, so that the same key tries again.
 * - `settle` throws: as that; what it throws is never stored, since the effect was had.
 * - No key: the three steps, each once.
 *
 * The effect key is `hub:<operation>:<Idempotency-Key or request id>:<unique part>`, at most 255 visible characters; it
 * is the intent's own, so no other caller, and no later use of the same key, ever meets it. Fields of `revealedOnce` are
 * stored sealed. Must be called outside of transactions. What belongs to the commit of the call (`beforeCommit`) joins
 * transaction 2.
 */
export async function onceOutside<Intent, Reply, Answer>(
  ctx: OutsideEffectContext,
  call: KeyedCall & { times?: LeaseTimes },
  steps: OutsideSteps<Intent, Reply, Answer>,
): Promise<Answer> {
  if (openTransaction(ctx.em)) throw new Error("onceOutside must not be called inside a transaction.");
  if (ctx.idempotencyKey === null) return runOnce(ctx, call.operation, steps);
  const claim = claimOf(ctx, ctx.idempotencyKey, call);
  const times = call.times ?? defaultTimes;
  const started = await startOrWait(ctx, claim, steps, times);
  if ("stored" in started) return replay(ctx, claim, started.stored);
  const { effect, lease } = started;
  const beat = setInterval(() => void renewLease(ctx, claim, lease), times.leaseMs / 3).unref();
  try {
    const acted = await act(ctx, claim, effect, steps);
    if ("stored" in acted) return replay(ctx, claim, acted.stored);
    return await settle(ctx, claim, effect, (em) => steps.settle(em, effect.intent, acted.reply));
  } catch (error) {
    await freeLease(ctx, claim, lease);
    throw error;
  } finally {
    clearInterval(beat);
  }
}

async function runOnce<Intent, Reply, Answer>(
  ctx: OutsideEffectContext,
  operation: string,
  steps: OutsideSteps<Intent, Reply, Answer>,
): Promise<Answer> {
  const { em, principal } = ctx;
  const intent = await inTransaction({ em, principal }, (own) => recordIn(own, steps));
  const reply = await steps.act(intent, effectKeyOf(operation, ctx.requestId));
  return inTransaction(ctx, (own) => steps.settle(own, intent, reply));
}

type Started<Intent> = { effect: Effect<Intent>; lease: Lease } | { stored: StoredAnswer };

/** Holds the key with the intent written down, or has the answer of who held it. Throws IDEMPOTENCY_IN_PROGRESS. */
async function startOrWait<Intent>(
  ctx: OutsideEffectContext,
  claim: KeyClaim,
  steps: Pick<OutsideSteps<Intent, unknown, unknown>, "record">,
  { leaseMs, waitMs }: LeaseTimes,
): Promise<Started<Intent>> {
  const { em, principal } = ctx;
  const lease = { token: newToken(), ms: leaseMs };
  const deadline = performance.now() + waitMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      const started = await inTransaction({ em, principal }, (own) => start(own, claim, lease, steps, ctx));
      if (started !== null) return started;
    } catch (error) {
      if (!isLasting(error)) throw error;
      const stored = await storeFirstRefusal(ctx, claim, sealRefusal(error));
      if (stored === null) throw error;
      return { stored };
    }
    if (performance.now() + pauseMs > deadline) throw inProgress();
    await wait(pauseMs);
  }
}

/** Null while another call is at work on this key. */
async function start<Intent>(
  em: EntityManager,
  claim: KeyClaim,
  lease: Lease,
  steps: Pick<OutsideSteps<Intent, unknown, unknown>, "record">,
  { requestId, idempotencyKey }: OutsideEffectContext,
): Promise<Started<Intent> | null> {
  if (await insertKey(em, claim)) {
    const intent = await runCovered(em, () => recordIn(em, steps));
    const effect = { intent, effectKey: effectKeyOf(claim.operation, idempotencyKey ?? requestId) };
    await writeEffect(em, claim, effect, lease);
    return { effect, lease };
  }
  const stored = await readAnswer(em, claim);
  if (stored !== null) return { stored };
  const effect = await takeOver<Intent>(em, claim, lease);
  return effect && { effect, lease };
}

/** The intent as a later run will read it, so that no run has more than another. */
async function recordIn<Intent>(
  em: EntityManager,
  steps: Pick<OutsideSteps<Intent, unknown, unknown>, "record">,
): Promise<Intent> {
  return decodeJson(encodeJson(await steps.record(em))) as Intent;
}

/** The key or request id stays readable in the party's own logs; what else a header cannot carry is left out. */
function effectKeyOf(operation: string, name: string): string {
  const shown = name.replace(/[^!-~]/g, "_").slice(0, 128);
  return `hub:${operation}:${shown}:${newId("eff").slice(4)}`;
}

async function act<Intent, Reply>(
  ctx: OutsideEffectContext,
  claim: KeyClaim,
  effect: Effect<Intent>,
  steps: Pick<OutsideSteps<Intent, Reply, unknown>, "act">,
): Promise<{ reply: Reply } | { stored: StoredAnswer }> {
  try {
    return { reply: await steps.act(effect.intent, effect.effectKey) };
  } catch (error) {
    if (!isLasting(error)) throw error;
    const { em, principal } = ctx;
    const stored = await inTransaction({ em, principal }, async (own) => {
      const earlier = await readAnswer(own, claim, effect);
      if (earlier === null) await storeAnswer(own, claim, sealRefusal(error));
      return earlier;
    });
    if (stored === null) throw error;
    return { stored };
  }
}

async function settle<Answer>(
  ctx: OutsideEffectContext,
  claim: KeyClaim,
  effect: Effect<unknown>,
  work: (em: EntityManager) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(ctx, async (em) => {
    const earlier = await readAnswer(em, claim, effect);
    if (earlier !== null) {
      ctx.meter.replayed = true;
      return openAnswer<Answer>(claim, earlier);
    }
    const answer = sealAnswer(claim, await runCovered(em, work));
    await storeAnswer(em, claim, answer);
    return openAnswer<Answer>(claim, answer);
  });
}

/** Answers from what is stored, in a transaction so that what belongs to a replay's commit has one. */
async function replay<Answer>(
  ctx: OutsideEffectContext,
  claim: KeyClaim,
  stored: StoredAnswer,
): Promise<Answer> {
  ctx.meter.replayed = true;
  return inTransaction(ctx, async () => openAnswer<Answer>(claim, stored));
}

/** Stores a refusal of `record`, whose transaction took the key with it. An answer that is there meanwhile wins. */
async function storeFirstRefusal(
  { em, principal }: OutsideEffectContext,
  claim: KeyClaim,
  refusal: StoredAnswer,
): Promise<StoredAnswer | null> {
  return inTransaction({ em, principal }, async (own) => {
    if (!(await insertKey(own, claim))) return readAnswer(own, claim);
    await storeAnswer(own, claim, refusal);
    return null;
  });
}
