import type { EntityManager } from "@mikro-orm/postgresql";
import type { DomainError } from "../errors.ts";
import { sealRefusal, type IdempotencyContext, type KeyClaim, type StoredAnswer } from "./key-row.ts";
import { insertAnswers, rowOf } from "./key-rows.ts";
import { inPipelinedTransaction } from "./pipelined-transaction.ts";

type RefusingContext = Pick<IdempotencyContext, "em" | "sharedEm" | "principal" | "besideRefusal">;

interface Waiting {
  ctx: RefusingContext;
  refusal: DomainError;
  claim: KeyClaim;
  stored: StoredAnswer;
  resolve(isStored: boolean): void;
  reject(error: unknown): void;
}

/** Most refusals of one transaction. */
const maxRefusals = 64;

/** Refusals of this tick of the event loop, by database and owner. */
const gathered = new WeakMap<object, Map<string | null, Waiting[]>>();

/**
 * Stores a refusal under its request's key, with what joins it; returns false when the key may be taken, and nothing was
 * stored. Refusals of one owner at the same time are stored in one transaction. Must be called outside of a
 * transaction.
 */
export function groupCommitRefusal(
  ctx: RefusingContext,
  claim: KeyClaim,
  refusal: DomainError,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const { config } = ctx.sharedEm ?? ctx.em;
    const byOwner = gathered.get(config) ?? new Map<string | null, Waiting[]>();
    gathered.set(config, byOwner);
    const { ownerId } = ctx.principal;
    const waiting = { ctx, refusal, claim, stored: sealRefusal(refusal), resolve, reject };
    const group = byOwner.get(ownerId);
    if (group) return void group.push(waiting);
    const own = [waiting];
    byOwner.set(ownerId, own);
    setImmediate(() => {
      byOwner.delete(ownerId);
      for (let from = 0; from < own.length; from += maxRefusals)
        void storeAll(ctx, own.slice(from, from + maxRefusals));
    });
  });
}

async function storeAll(ctx: RefusingContext, group: readonly Waiting[]): Promise<void> {
  // A statement cannot insert one row twice: a second refusal under the same key finds it taken.
  const firsts = [...new Map(group.toReversed().map((one) => [rowKey(one), one])).values()];
  try {
    const place = { em: ctx.sharedEm ?? ctx.em, principal: ctx.principal };
    await inPipelinedTransaction(place, async (em) => {
      const [areStored] = await Promise.all([insertAnswers(em, firsts), writeBeside(em, firsts)]);
      if (!areStored) throw new KeyHeldError();
    });
    for (const one of firsts) one.ctx.besideRefusal?.written();
    for (const one of group) one.resolve(firsts.includes(one));
  } catch (error) {
    if (error instanceof KeyHeldError) for (const one of group) one.resolve(false);
    else for (const one of group) one.reject(error);
  }
}

/** Writes what joins the refusals, all of it in one statement. */
async function writeBeside(em: EntityManager, group: readonly Waiting[]): Promise<void> {
  const rows = group.flatMap(({ ctx: { besideRefusal }, refusal }) => {
    const row = besideRefusal?.rowOf(refusal);
    return row ? [row] : [];
  });
  const [writer] = group.flatMap(({ ctx: { besideRefusal } }) => besideRefusal ?? []);
  if (rows.length > 0) await writer!.write(em, rows);
}

/** One of the keys is taken: nothing is stored, and each refusal is tried separately. */
class KeyHeldError extends Error {}

function rowKey({ claim }: Waiting): string {
  return `${claim.scope}\u0000${claim.operation}\u0000${rowOf(claim)}`;
}
