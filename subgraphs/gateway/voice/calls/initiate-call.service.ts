import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { checkedNumber, checkedVariables } from "../contacts/checked-number.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { MinutesHeld } from "./call-credits.service.ts";
import { dialCallJob } from "./call-jobs.types.ts";
import { planCall } from "./call-plan.service.ts";
import type { Call, InitiateCallInput } from "./calls.types.ts";
import { queueHeld } from "./held-call.service.ts";
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
  const held = { name: isLater ? "probe" : "initiateCall", maxDurationSec: await longest(ctx, input) };
  return queueHeld(ctx, held, (hold) =>
    exactlyOnce(ctx, { operation: "initiateCall", input }, async (em) => {
      const { voiceAgentId = null, scriptId = null, fromNumberId, maxDurationSec } = input;
      const dueAt = isLater ? input.scheduleAt! : ctx.clock.now();
      const lead = { voiceAgentId, scriptId, fromNumberId, maxDurationSec };
      const row = await queueCall(em, ctx, { to, variables, dueAt, ...lead, hold: isLater ? noHold : hold });
      if (!isLater) await enqueue(em, dialCallJob, { callId: row.id, ownerId: row.ownerId });
      return presentCall(row);
    }),
  );
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
