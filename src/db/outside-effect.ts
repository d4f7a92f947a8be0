import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { newId, newToken } from "../ids.ts";
import {
  freeLease,
  leaseKey,
  lockLeased,
  renewLease,
  takeOver,
  writeEffect,
  type Effect,
  type Lease,
} from "./effect-lease.ts";
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

/** The part of a request's context that `onceOutside` needs. */
export interface OutsideEffectContext extends IdempotencyContext {
  readonly requestId: string;
  /** True where only what comes before the effect is run, and rolled back by `beforeCommit`. */
  readonly isRehearsal?: true;
}

/** An effect at an external service, in its steps. */
export interface OutsideSteps<Intent, Reply, Answer, Prepared = unknown> {
  /**
   * Calls and checks outside, before anything is written. Runs until an intent is recorded, and never for a
   * replay: the place for single-use input (a bot check's token).
   */
  prepare?(): Promise<Prepared>;
  /** Transaction 1: writes down what is about to be done. The intent is plain data (see `encodeJson`). */
  record(em: EntityManager, prepared: Prepared): Promise<Intent>;
  /**
   * Executes the effect, outside of any transaction. It may run again with the same intent and key, also while
   * an earlier run has not certainly ended, so the service must accept `effectKey` as its idempotency key.
   */
  act(intent: Intent, effectKey: string): Promise<Reply>;
  /** Transaction 2: records the result. Idempotent: a run whose commit was lost is repeated. */
  settle(em: EntityManager, intent: Intent, reply: Reply): Promise<Answer>;
}

/** How long a run leases its key, and how long other requests wait for it. */
export interface LeaseTimes {
  /** Renewed while the steps run, so this is how long a crash blocks the key. */
  leaseMs: number;
  waitMs: number;
}

const defaultTimes: LeaseTimes = { leaseMs: 10_000, waitMs: 12_000 };

/**
 * An effect at an external service, once for a request's `Idempotency-Key`: `prepare`, then `record` commits
 * the intent beside the key, then `act`, then `settle` commits with the stored response. After a crash at any
 * point, the next request with the key resumes with the same intent and effect key: the service never sees a
 * second effect.
 *
 * - Same key, same input: the first response again, and `ctx.meter.replayed` is true. No step runs.
 * - Same key, other input: 422 `IDEMPOTENCY_KEY_REUSED`.
 * - The first request still runs: waits for its response, then 409 `IDEMPOTENCY_IN_PROGRESS`. The first request
 *   has a lease on the key, by the database's clock; when it expires, a waiting request takes over.
 * - A step before `settle` refuses because of the current state (404, 409, 422 and the like): the same refusal
 *   again.
 * - A step throws anything else: the intent is kept, if there is one, and the key may be tried again.
 * - `settle` throws: the same; its error is never stored, since the effect has happened.
 * - No key: the steps, each once.
 *
 * The effect key is `hub:<operation>:<Idempotency-Key or request id>:<unique part>`, at most 255 visible
 * characters; it belongs to this intent, so no other principal, and no later use of the same key, ever reuses
 * it. Fields of `revealedOnce` are stored sealed. Must be called outside of transactions. Work that belongs to
 * the commit of the request (`beforeCommit`) joins transaction 2.
 */
export async function onceOutside<Intent, Reply, Answer, Prepared = unknown>(
  ctx: OutsideEffectContext,
  call: KeyedCall & { times?: LeaseTimes },
  steps: OutsideSteps<Intent, Reply, Answer, Prepared>,
): Promise<Answer> {
  if (openTransaction(ctx.em)) throw new Error("onceOutside must not be called inside a transaction.");
  if (ctx.isRehearsal) return rehearse(ctx, call, steps);
  if (ctx.idempotencyKey === null) return runOnce(ctx, call.operation, steps);
  const claim = claimOf(ctx, ctx.idempotencyKey, call);
  const times = call.times ?? defaultTimes;
  const held = await holdKey(ctx, claim, times);
  if ("stored" in held) return replay(ctx, claim, held.stored);
  const { lease } = held;
  const beat = setInterval(() => void renewLease(ctx, claim, lease), times.leaseMs / 3).unref();
  try {
    const acted = await refusable(ctx, claim, lease, async () => {
      const effect = (held.effect as Effect<Intent> | null) ?? (await begin(ctx, claim, lease, steps));
      return { effect, reply: await steps.act(effect.intent, effect.effectKey) };
    });
    if ("stored" in acted) return await replay(ctx, claim, acted.stored);
    const { effect, reply } = acted;
    return await settle(ctx, claim, effect, (em) => steps.settle(em, effect.intent, reply));
  } catch (error) {
    await freeLease(ctx, claim, lease);
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Prepares and records in a transaction that does not commit. Returns the response of an earlier run, if there is one. */
async function rehearse<Intent, Reply, Answer, Prepared>(
  ctx: OutsideEffectContext,
  call: KeyedCall,
  steps: OutsideSteps<Intent, Reply, Answer, Prepared>,
): Promise<Answer> {
  const claim = ctx.idempotencyKey === null ? null : claimOf(ctx, ctx.idempotencyKey, call);
  const prepared = (await steps.prepare?.()) as Prepared;
  return inTransaction(ctx, async (em) => {
    const stored = claim && (await readAnswer(em, claim));
    if (claim && stored) {
      ctx.meter.replayed = true;
      return openAnswer<Answer>(claim, stored);
    }
    return (await recordIn(em, prepared, steps)) as never;
  });
}

async function runOnce<Intent, Reply, Answer, Prepared>(
  ctx: OutsideEffectContext,
  operation: string,
  steps: OutsideSteps<Intent, Reply, Answer, Prepared>,
): Promise<Answer> {
  const { em, principal } = ctx;
  const prepared = (await steps.prepare?.()) as Prepared;
  const intent = await inTransaction({ em, principal }, (own) => recordIn(own, prepared, steps));
  const reply = await steps.act(intent, effectKeyOf(operation, ctx.requestId));
  return inTransaction(ctx, (own) => steps.settle(own, intent, reply));
}

type Held = { effect: Effect<unknown> | null; lease: Lease } | { stored: StoredAnswer };

/**
 * Leases the key to this run, or returns the response already stored under it. Throws IDEMPOTENCY_IN_PROGRESS
 * when neither succeeds before the timeout.
 */
async function holdKey(
  { em, principal }: OutsideEffectContext,
  claim: KeyClaim,
  { leaseMs, waitMs }: LeaseTimes,
): Promise<Held> {
  const lease = { token: newToken(), ms: leaseMs };
  const deadline = performance.now() + waitMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    const held = await inTransaction({ em, principal }, (own) => tryHold(own, claim, lease));
    if (held !== null) return held;
    if (performance.now() + pauseMs > deadline) throw inProgress();
    await wait(pauseMs);
  }
}

/** Null while another call is at work on this key. */
async function tryHold(em: EntityManager, claim: KeyClaim, lease: Lease): Promise<Held | null> {
  if (await insertKey(em, claim)) {
    await leaseKey(em, claim, lease);
    return { effect: null, lease };
  }
  const stored = await readAnswer(em, claim);
  if (stored !== null) return { stored };
  const taken = await takeOver(em, claim, lease);
  return taken && { ...taken, lease };
}

async function begin<Intent, Prepared>(
  { em, principal, idempotencyKey, requestId }: OutsideEffectContext,
  claim: KeyClaim,
  lease: Lease,
  steps: Pick<OutsideSteps<Intent, unknown, unknown, Prepared>, "prepare" | "record">,
): Promise<Effect<Intent>> {
  const prepared = (await steps.prepare?.()) as Prepared;
  return inTransaction({ em, principal }, async (own) => {
    const intent = await runCovered(own, () => recordIn(own, prepared, steps));
    const effect = { intent, effectKey: effectKeyOf(claim.operation, idempotencyKey ?? requestId) };
    // Another run took over in the meantime; this transaction must not commit.
    if (!(await writeEffect(own, claim, effect, lease))) throw inProgress();
    return effect;
  });
}

/** The intent as a later run will read it, so that no run has more than another. */
async function recordIn<Intent, Prepared>(
  em: EntityManager,
  prepared: Prepared,
  steps: Pick<OutsideSteps<Intent, unknown, unknown, Prepared>, "record">,
): Promise<Intent> {
  return decodeJson(encodeJson(await steps.record(em, prepared))) as Intent;
}

/**
 * The key or request id stays readable in the vendor's own logs; characters that a header cannot carry are
 * dropped.
 */
function effectKeyOf(operation: string, name: string): string {
  const shown = name.replace(/[^!-~]/g, "_").slice(0, 128);
  return `hub:${operation}:${shown}:${newId("eff").slice(4)}`;
}

/**
 * Stores a lasting refusal of `work` as the response, unless another run has stored one in the meantime: then
 * that one counts.
 */
async function refusable<T>(
  { em, principal }: OutsideEffectContext,
  claim: KeyClaim,
  lease: Lease,
  work: () => Promise<T>,
): Promise<T | { stored: StoredAnswer }> {
  try {
    return await work();
  } catch (error) {
    if (!isLasting(error)) throw error;
    const stored = await inTransaction({ em, principal }, async (own) => {
      const isOurs = await lockLeased(own, claim, lease);
      const earlier = await readAnswer(own, claim);
      if (isOurs && earlier === null) await storeAnswer(own, claim, sealRefusal(error));
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

/** Returns the stored response, in a transaction because `beforeCommit` of a replay needs one. */
async function replay<Answer>(
  ctx: OutsideEffectContext,
  claim: KeyClaim,
  stored: StoredAnswer,
): Promise<Answer> {
  ctx.meter.replayed = true;
  return inTransaction(ctx, async () => openAnswer<Answer>(claim, stored));
}
