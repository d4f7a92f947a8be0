import type { EntityManager } from "@mikro-orm/postgresql";
import type { VoiceContext } from "../voice.context.ts";
import { emitCallEvent, markApplied, receiveCallReceipt } from "./call-events.service.ts";
import { isFinal, movesOn, readCarrierStatus, type AnsweredBy } from "./call-states.ts";
import { findRows, updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { finishCall } from "./finish-call.service.ts";

/** How a call stands at the carrier. */
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
/** What is left after the longest a call may last. */
const spareMs = 60_000;

/** A call, locked until the transaction ends; null where there is none. For whoever acts for the carrier. */
export async function lockCall(em: EntityManager, id: string): Promise<CallRow | null> {
  return (await findRows(em, "caller_calls", "id = $1 FOR UPDATE", [id]))[0] ?? null;
}

/**
 * Applies news of the carrier to a locked call. They come late, twice and in any order; each is noted once, and only what
 * ranks higher than the state that is there changes it. News of another call of the carrier are nobody's.
 */
export async function applyNews(
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

/** Somebody, or something, has answered. */
export async function noteAnswer(
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

/** The carrier's call is ours from here on, also where its answer to us was lost. */
async function adopt(em: EntityManager, call: CallRow, sid: string): Promise<CallRow> {
  if (call.carrierCallId !== null) return call;
  await updateRow(em, "caller_calls", call.id, { carrierCallId: sid });
  return { ...call, carrierCallId: sid };
}
