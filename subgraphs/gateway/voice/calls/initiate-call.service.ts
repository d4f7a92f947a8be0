import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { checkedNumber, checkedVariables } from "../contacts/checked-number.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { holdMinutes, type MinutesHeld } from "./call-credits.service.ts";
import { dialCallJob } from "./call-jobs.types.ts";
import { planCall } from "./call-plan.service.ts";
import { findOwn } from "../voice.rows.ts";
import type { Call, InitiateCallInput } from "./calls.types.ts";
import { presentCall } from "./present-call.ts";
import { queueCall } from "./queue-call.service.ts";

const maxAheadMs = 30 * 24 * 60 * 60_000;
const noHold: MinutesHeld = { holdId: null, heldMinutes: null, heldHundredths: null };

/**
 * Queues a call and has it made. What it costs at most is set aside first, of one that is scheduled when it is made. Throws
 * INSUFFICIENT_CREDITS, and as `queueCall`; idempotent by the call's key.
 */
export async function initiateCall(ctx: VoiceContext, input: InitiateCallInput): Promise<Call> {
  const to = checkedNumber(input.to, "to");
  const variables = checkedVariables(input.variables);
  const isLater = isAhead(ctx, input.scheduleAt ?? null);
  const key = `${isLater ? "probe" : "initiateCall"}:${ctx.principal.id}:${ctx.idempotencyKey ?? ctx.requestId}`;
  const hold = await holdMinutes(ctx, key, await longest(ctx, input));
  try {
    const call = await exactlyOnce(ctx, { operation: "initiateCall", input }, async (em) => {
      const { voiceAgentId = null, scriptId = null, fromNumberId, maxDurationSec } = input;
      const dueAt = isLater ? input.scheduleAt! : ctx.clock.now();
      const lead = { voiceAgentId, scriptId, fromNumberId, maxDurationSec };
      const row = await queueCall(em, ctx, { to, variables, dueAt, ...lead, hold: isLater ? noHold : hold });
      if (!isLater) await enqueue(em, dialCallJob, { callId: row.id, ownerId: row.ownerId });
      return presentCall(row);
    });
    if (!(await isInUse(ctx, call.callId, hold))) await giveBack(ctx, hold);
    return call;
  } catch (error) {
    await giveBack(ctx, hold);
    throw error;
  }
}

/** False for a moment that is now. Throws VALIDATION_ERROR for one of the past, or too far away. */
function isAhead(ctx: VoiceContext, at: Date | null): boolean {
  if (at === null) return false;
  const aheadMs = at.getTime() - ctx.clock.now().getTime();
  if (aheadMs > 0 && aheadMs <= maxAheadMs) return true;
  throw validationError([{ path: "scheduleAt", message: "must be within 30 days from now", rule: "ahead" }]);
}

/** How long the call may last, in seconds. Throws as `planCall`. */
function longest(
  ctx: VoiceContext,
  { voiceAgentId = null, scriptId = null, fromNumberId, maxDurationSec }: InitiateCallInput,
): Promise<number> {
  const { em, principal } = ctx;
  const read = async (own: EntityManager) => {
    const planned = await planCall(own, ctx, { voiceAgentId, scriptId, fromNumberId });
    return maxDurationSec ?? planned.maxDurationSec;
  };
  return inTransaction({ em, principal }, read, { readOnly: true });
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
