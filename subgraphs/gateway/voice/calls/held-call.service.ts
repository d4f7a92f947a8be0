import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { findOwn } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import { holdMinutes, type MinutesHeld } from "./call-credits.service.ts";
import type { Call } from "./calls.types.ts";

/**
 * Sets credits aside under the key of the request, then has the call queued; a hold that the call does not use is given back.
 * Throws INSUFFICIENT_CREDITS, and what queueing throws.
 */
export async function queueHeld(
  ctx: VoiceContext,
  { name, maxDurationSec }: { name: string; maxDurationSec: number },
  queue: (hold: MinutesHeld) => Promise<Call>,
): Promise<Call> {
  const key = `${name}:${ctx.principal.id}:${ctx.idempotencyKey ?? ctx.requestId}`;
  const hold = await holdMinutes(ctx, key, maxDurationSec);
  try {
    const call = await queue(hold);
    if (!(await isInUse(ctx, call.callId, hold))) await giveBack(ctx, hold);
    return call;
  } catch (error) {
    await giveBack(ctx, hold);
    throw error;
  }
}

/** A replayed call may hold the very same credits. */
async function isInUse(ctx: VoiceContext, id: string, { holdId }: MinutesHeld): Promise<boolean> {
  if (holdId === null) return false;
  const { em, principal } = ctx;
  const read = (own: EntityManager) => findOwn(own, "caller_calls", { ownerId: ownerOf(ctx), id });
  return (await inTransaction({ em, principal }, read, { readOnly: true }))?.holdId === holdId;
}

/** A hold that is not released expires within a day. */
async function giveBack(ctx: VoiceContext, { holdId }: MinutesHeld): Promise<void> {
  if (holdId === null) return;
  await ctx.ports.credits
    .release(ctx, holdId)
    .catch((err: unknown) => ctx.log.warn({ err, holdId }, "Held credits of a call were not released"));
}
