import type { EntityManager } from "@mikro-orm/postgresql";
import { isAccountOpen, ofOpenAccount } from "../../../../src/access/open-account.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { CarrierOutcome } from "../../../../src/telephony/carrier-requests.ts";
import { lockNumber, refusalOf } from "../contacts/guards.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { holdMinutes } from "./call-credits.service.ts";
import { carrierUrl } from "./carrier-urls.ts";
import { findOwn, findRows, updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { finishCall } from "./finish-call.service.ts";

/** Maximum time of a carrier request before the carrier is asked whether it has the call. */
const claimMs = 60_000;
const checkAgainMs = 15_000;
const maxTries = 5;

/** Calls of all open accounts whose time has come, the longest waiting first. Those of others wait. */
export function findDueCalls(ctx: VoiceContext, limit = 200): Promise<CallRow[]> {
  const where = `status = 'queued' AND asked_at IS NULL AND due_at <= $1 AND ${ofOpenAccount()} ORDER BY due_at LIMIT $2`;
  return asSystem(ctx.em, (em) => findRows(em, "caller_calls", where, [ctx.clock.now(), limit]));
}

/**
 * Requests a due call from the carrier. The calling rules are evaluated again, and a call of a suspended or closed account
 * waits. From the claim on the carrier may have
 * it: if the process dies here, `checkLostCall` takes over, so that nobody is called twice.
 */
export async function dialCall(ctx: VoiceContext, callId: string): Promise<void> {
  const claimed = await inTransaction(ctx, (em) => claim(em, ctx, callId));
  if (!claimed) return;
  const call = await holdFor(ctx, claimed);
  if (!call) return;
  const outcome = await ctx.ports.voice.carrier.placeCall({
    to: call.toNumber,
    from: call.fromNumber,
    voiceUrl: carrierUrl(ctx.publicUrl, "voice", call.id),
    statusUrl: carrierUrl(ctx.publicUrl, "status", call.id),
    maxDurationSec: call.maxDurationSec,
  });
  await inTransaction(ctx, (em) => settleOutcome(em, ctx, callId, outcome));
}

async function claim(em: EntityManager, ctx: VoiceContext, id: string): Promise<CallRow | null> {
  const seen = await findOwn(em, "caller_calls", { ownerId: ownerOf(ctx), id });
  if (!seen || !(await isAccountOpen(em, seen.ownerId))) return null;
  // Numbers are locked before their calls, as by who forbids a number.
  await lockNumber(em, seen.ownerId, seen.toNumber);
  const call = await lockOwn(em, ctx, id);
  const now = ctx.clock.now();
  if (call?.status !== "queued" || call.askedAt !== null || Date.parse(call.dueAt) > now.getTime())
    return null;
  const guarded = { ownerId: call.ownerId, phone: call.toNumber, at: now, callId: call.id };
  const refusal = await refusalOf(em, guarded);
  if (refusal) {
    await putOff(em, ctx, call, refusal);
    return null;
  }
  const changes = {
    askedAt: now.toISOString(),
    checkAt: new Date(now.getTime() + claimMs).toISOString(),
    dialTries: call.dialTries + 1,
  };
  await updateRow(em, "caller_calls", call.id, changes);
  return { ...call, ...changes };
}

/** Waits for the person's hours; what else forbids a call ends it. */
async function putOff(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  refusal: DomainError,
): Promise<void> {
  const { rule, nextAllowedAt } = refusal.details as { rule: string; nextAllowedAt?: Date | null };
  if (rule === "calling_hours" && nextAllowedAt) {
    await updateRow(em, "caller_calls", call.id, { dueAt: nextAllowedAt.toISOString() });
    return;
  }
  await finishCall(em, ctx, call, { status: "canceled", at: ctx.clock.now(), outcome: rule });
}

/** The call with credits set aside for it; null when the account has too few, which ends it. */
async function holdFor(ctx: VoiceContext, call: CallRow): Promise<CallRow | null> {
  if (call.holdId !== null) return call;
  try {
    const held = await holdMinutes(ctx, `call:${call.id}`, call.maxDurationSec);
    await inTransaction(ctx, (em) => updateRow(em, "caller_calls", call.id, held));
    return { ...call, ...held };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "INSUFFICIENT_CREDITS") throw error;
    await inTransaction(ctx, async (em) => {
      const locked = await lockOwn(em, ctx, call.id);
      if (locked?.status !== "queued") return;
      const why = { endedReason: "insufficient_credits", outcome: "insufficient_credits" } as const;
      await finishCall(em, ctx, locked, { status: "failed", at: ctx.clock.now(), ...why });
    });
    return null;
  }
}

async function settleOutcome(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  outcome: CarrierOutcome,
): Promise<void> {
  const call = await lockOwn(em, ctx, id);
  // A status update may have arrived first.
  if (call?.status !== "queued") return;
  const now = ctx.clock.now();
  switch (outcome.kind) {
    case "taken":
      return updateRow(em, "caller_calls", id, { carrierCallId: outcome.sid });
    case "refused":
      await finishCall(em, ctx, call, { status: "failed", at: now });
      return;
    case "later":
      return tryAgain(em, ctx, call);
    case "unknown":
      return updateRow(em, "caller_calls", id, {
        checkAt: new Date(now.getTime() + checkAgainMs).toISOString(),
      });
  }
}

/** Puts a call back that the carrier certainly does not have; after some tries it has failed. */
export async function tryAgain(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<void> {
  const now = ctx.clock.now();
  if (call.dialTries >= maxTries) {
    await finishCall(em, ctx, call, { status: "failed", at: now });
    return;
  }
  const dueAt = new Date(now.getTime() + 30_000 * call.dialTries).toISOString();
  await updateRow(em, "caller_calls", call.id, { askedAt: null, checkAt: null, dueAt });
}

function lockOwn(em: EntityManager, ctx: VoiceContext, id: string): Promise<CallRow | null> {
  return findOwn(em, "caller_calls", { ownerId: ownerOf(ctx), id, lock: true });
}
