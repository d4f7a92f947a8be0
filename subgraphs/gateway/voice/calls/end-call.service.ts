import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { settleHeld } from "./call-credits.service.ts";
import { recordCallEvent } from "./call-events.service.ts";
import { hangUpCallJob } from "./call-jobs.types.ts";
import { isFinal } from "./call-states.ts";
import { findOwn, updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import type { Call, CallIdInput } from "./calls.types.ts";
import { finishCall } from "./finish-call.service.ts";
import { presentCall } from "./present-call.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Ends an active call through the carrier. The response shows the call as it was; its end is reported like any other.
 * Idempotent. Throws NOT_FOUND, and INVALID_STATE for a queued one.
 */
export function endCall(ctx: VoiceContext, input: CallIdInput): Promise<Call> {
  return exactlyOnce(ctx, { operation: "endCall", input }, async (em) => {
    const call = await callOf(em, ctx, input.callId, true);
    if (isFinal(call.status)) return presentCall(call);
    if (call.status === "queued" && call.askedAt === null)
      throw invalidState("call", call.status, ["ringing", "in-progress", "forwarding"]);
    await requestHangUp(em, ctx, call);
    return presentCall(call);
  });
}

/** Cancels a call that was not sent to the carrier yet. Idempotent. Throws NOT_FOUND, INVALID_STATE. */
export function cancelCall(ctx: VoiceContext, input: CallIdInput): Promise<Call> {
  return exactlyOnce(ctx, { operation: "cancelCall", input }, async (em) => {
    const call = await callOf(em, ctx, input.callId, true);
    if (call.status === "canceled") return presentCall(call);
    if (call.status !== "queued" || call.askedAt !== null)
      throw invalidState("call", call.status, ["queued"]);
    await recordCallEvent(em, ctx, call, "canceled");
    return presentCall(await finishCall(em, ctx, call, { status: "canceled", at: ctx.clock.now() }));
  });
}

/** Notes that a call shall end, and has the carrier end it after the commit. */
export async function requestHangUp(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<void> {
  const endAskedAt = call.endAskedAt ?? ctx.clock.now().toISOString();
  await updateRow(em, "caller_calls", call.id, { endAskedAt });
  await enqueue(
    em,
    hangUpCallJob,
    { callId: call.id, ownerId: call.ownerId },
    { singletonKey: `hang up ${call.id}` },
  );
}

/** Requests that the carrier end a call. For the job, which retries when the carrier does not respond. */
export async function hangUp(ctx: VoiceContext, callId: string): Promise<void> {
  const read = (em: EntityManager) => callOf(em, ctx, callId);
  const call = await inTransaction(ctx, read, { readOnly: true });
  if (isFinal(call.status)) return;
  if (call.carrierCallId === null) throw new Error("The carrier has not assigned a call ID yet.");
  const outcome = await ctx.ports.voice.carrier.endCall(call.carrierCallId);
  if (outcome.kind === "later" || outcome.kind === "unknown")
    throw new Error("The carrier did not accept the request to end a call.");
}

/** Settles the credits of a call that is over. Again, nothing happens. For the job. */
export async function settleCall(ctx: VoiceContext, callId: string): Promise<void> {
  const { em, principal } = ctx;
  const read = (own: EntityManager) => callOf(own, ctx, callId);
  await settleHeld(ctx, await inTransaction({ em, principal }, read, { readOnly: true }));
}

/** One of the account's calls in the open transaction. Throws NOT_FOUND. */
export async function callOf(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  lock = false,
): Promise<CallRow> {
  const row = await findOwn(em, "caller_calls", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("call");
  return row;
}
