import type { EntityManager } from "@mikro-orm/postgresql";
import type { VoiceContext } from "../voice.context.ts";
import { emitCallEvent, markApplied, receiveCallReceipt, recordCallEvent } from "./call-events.service.ts";
import { isFinal, movesOn, readCarrierStatus, type AnsweredBy } from "./call-states.ts";
import { findRows, updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { finishCall } from "./finish-call.service.ts";

/** Status of a call at the carrier. */
export interface CallReceipt {
  sid: string;
  /** In the carrier's words. */
  status: string;
  sequence: number | null;
  at: Date;
  durationSec: number | null;
}

/** How long the carrier may be silent about a call that has not been answered. */
const patienceMs = 120_000;
/** Time left after the maximum duration of a call. */
const spareMs = 60_000;

/** A call, locked until the transaction ends; null when it does not exist. For use on the carrier's behalf. */
export async function lockCall(em: EntityManager, id: string): Promise<CallRow | null> {
  return (await findRows(em, "caller_calls", "id = $1 FOR UPDATE", [id]))[0] ?? null;
}

/**
 * Applies a carrier update to a locked call. Updates arrive late, twice and in any order; each is recorded once, and
 * only one that ranks higher than the current state changes it. Updates of another carrier call are ignored.
 */
export async function applyReceipt(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  news: CallReceipt,
): Promise<CallRow> {
  if (call.carrierCallId !== null && call.carrierCallId !== news.sid) return call;
  const known = await adopt(em, call, news.sid);
  const eventId = await receiveCallReceipt(em, ctx, known, news);
  const status = readCarrierStatus(news.status);
  if (eventId === null || status === null || !movesOn(known.status, status)) return known;
  await markApplied(em, eventId);
  if (isFinal(status)) {
    const { at, durationSec } = news;
    const answered = status === "completed" && known.answeredAt === null;
    const start = answered ? new Date(at.getTime() - (durationSec ?? 0) * 1_000).toISOString() : null;
    const ending = start === null ? known : { ...known, answeredAt: start };
    if (start !== null) await updateRow(em, "caller_calls", call.id, { answeredAt: start });
    return finishCall(em, ctx, ending, { status, at, durationSec });
  }
  return moveOn(em, ctx, known, { status, at: news.at });
}

/** A person or machine has answered. */
export async function recordAnswer(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  { sid, answeredBy, at }: { sid: string; answeredBy: AnsweredBy; at: Date },
): Promise<CallRow> {
  const known = await adopt(em, call, sid);
  await updateRow(em, "caller_calls", call.id, { answeredBy });
  const answered = { ...known, answeredBy };
  return movesOn(answered.status, "in-progress")
    ? moveOn(em, ctx, answered, { status: "in-progress", at })
    : answered;
}

/** The callee is being connected to somebody else. */
export async function recordForwarding(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
): Promise<CallRow> {
  if (!movesOn(call.status, "forwarding")) return call;
  await recordCallEvent(em, ctx, call, "forwarding");
  return moveOn(em, ctx, call, { status: "forwarding", at: ctx.clock.now() });
}

async function moveOn(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  { status, at }: { status: CallRow["status"]; at: Date },
): Promise<CallRow> {
  const now = ctx.clock.now();
  const isLive = status === "in-progress" || status === "forwarding";
  const waitMs = isLive ? call.maxDurationSec * 1_000 + spareMs : patienceMs;
  const changes: Partial<CallRow> = {
    status,
    ...(status === "ringing" ? { ringingAt: at.toISOString() } : {}),
    ...(isLive && call.answeredAt === null ? { answeredAt: at.toISOString() } : {}),
    checkAt: new Date(now.getTime() + waitMs).toISOString(),
    version: call.version + 1,
    updatedAt: now.toISOString(),
  };
  await updateRow(em, "caller_calls", call.id, changes);
  const moved = { ...call, ...changes };
  await emitCallEvent(em, moved);
  return moved;
}

/** Links the carrier's call to ours, also when its response to us was lost. */
async function adopt(em: EntityManager, call: CallRow, sid: string): Promise<CallRow> {
  if (call.carrierCallId !== null) return call;
  await updateRow(em, "caller_calls", call.id, { carrierCallId: sid });
  return { ...call, carrierCallId: sid };
}
