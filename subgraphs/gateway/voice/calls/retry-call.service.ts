import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { lockNumber } from "../contacts/guards.service.ts";
import { findRows } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { dialCallJob } from "./call-jobs.types.ts";
import type { Call, CallIdInput } from "./calls.types.ts";
import { callOf } from "./end-call.service.ts";
import { queueHeld } from "./held-call.service.ts";
import { presentCall } from "./present-call.ts";
import { queueCall } from "./queue-call.service.ts";

const retried: readonly CallRow["status"][] = ["busy", "no-answer", "failed"];

/**
 * Calls somebody again who was not reached, with the same agent, script, variables and number, as the next attempt; a call of
 * a campaign is repeated outside of it. Each call is repeated once: of two requests at once, one is refused. Throws NOT_FOUND,
 * INVALID_STATE, BUSINESS_RULE `already_retried` or `contact_deleted`, and as `queueCall`.
 */
export async function retryCall(ctx: VoiceContext, input: CallIdInput): Promise<Call> {
  const { em, principal } = ctx;
  const read = (own: EntityManager) => callOf(own, ctx, input.callId);
  const { maxDurationSec } = await inTransaction({ em, principal }, read, { readOnly: true });
  return queueHeld(ctx, { name: "retryCall", maxDurationSec }, (hold) =>
    exactlyOnce(ctx, { operation: "retryCall", input }, async (own) => {
      const call = await lockRetried(own, ctx, input.callId);
      const row = await queueCall(own, ctx, {
        to: call.toNumber,
        voiceAgentId: call.voiceAgentId,
        scriptId: call.scriptId,
        fromNumberId: await idOfNumber(own, ctx, call.fromNumber),
        variables: call.variables,
        dueAt: ctx.clock.now(),
        maxDurationSec: call.maxDurationSec,
        attempt: call.attempt + 1,
        retryOf: call.id,
        hold,
      });
      await enqueue(own, dialCallJob, { callId: row.id, ownerId: row.ownerId });
      return presentCall(row);
    }),
  );
}

/** The call, locked, where it may be repeated. Numbers are locked before their calls. */
async function lockRetried(em: EntityManager, ctx: VoiceContext, id: string): Promise<CallRow> {
  const seen = await callOf(em, ctx, id);
  await lockNumber(em, seen.ownerId, seen.toNumber);
  const call = await callOf(em, ctx, id, true);
  if (!retried.includes(call.status)) throw invalidState("call", call.status, retried);
  if (call.toNumber !== seen.toNumber || !call.toNumber.startsWith("+"))
    throw businessRule("contact_deleted", "The contact of this call was deleted. Call another contact.");
  const where = "owner_id = $1 AND retry_of = $2";
  const [newer] = await findRows(em, "caller_calls", where, [call.ownerId, id]);
  if (newer)
    throw businessRule("already_retried", "This call was retried already. Use the newer call instead.", {
      callId: newer.id,
    });
  return call;
}

/** The account's active number that a call came from; null for the platform's. Throws NOT_FOUND for one that was released. */
async function idOfNumber(em: EntityManager, ctx: VoiceContext, e164: string | null): Promise<string | null> {
  if (e164 === null) return null;
  const where = "owner_id = $1 AND e164 = $2 AND status = 'active'";
  const [number] = await findRows(em, "caller_numbers", where, [ownerOf(ctx), e164]);
  if (!number) throw notFound("number");
  return number.id;
}
