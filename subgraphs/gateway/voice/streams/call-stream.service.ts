import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../../src/context.ts";
import { isEqualSecret } from "../../../../src/crypto/crypto.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { isFinal } from "../calls/call-states.ts";
import type { CarrierCallAnswer, CarrierCallInput } from "../calls/carrier-hooks.types.ts";
import type { StreamHookKind } from "../calls/carrier-urls.ts";
import { lockCall } from "../calls/delivery-receipts.service.ts";
import { hashToken } from "../../base/page-token.ts";
import { answerThought, continueSpeech, type CarrierForm } from "../calls/speech.service.ts";

const maxResponses = 200;
const maxResponseMs = 600_000;

/**
 * Answers a call's stream of audio, which speaks and listens for the carrier. The token that the carrier was given opens one
 * stream, whose further requests carry it. Throws nothing for a wrong token: the answer is then 404, as for no call.
 */
export async function hearCallStream(
  ctx: VoiceContext,
  kind: StreamHookKind,
  { callId, turn, body, signature: token }: CarrierCallInput,
): Promise<CarrierCallAnswer> {
  const params = Object.fromEntries(new URLSearchParams(body));
  const seen = await asSystem(ctx.em, (em) => lockCall(em, callId ?? ""));
  if (!seen || !holdsToken(seen, token ?? "")) return missing;
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: seen.ownerId } });
  if (kind === "stream-open") return inTransaction(own, (em) => openStream(em, seen.id, token!, params));
  const heard = await inTransaction(own, async (em) => {
    const call = (await lockCall(em, seen.id))!;
    if (!holdsToken(call, token!)) return null;
    if (kind === "stream-close") await closeStream(em, call, params);
    if (call.stream!.status !== "open") return null;
    if (kind === "stream-machine") await leaveMachine(em, call);
    if (kind !== "stream-speech" || isFinal(call.status)) return null;
    return continueSpeech(em, own, call, params, Number(turn ?? Number.NaN));
  });
  if (kind !== "stream-speech" || heard === null) return missing;
  if (typeof heard !== "string") await answerThought(own, heard);
  return inTransaction(own, async (em) => shown((await lockCall(em, seen.id))!), { readOnly: false });
}

function holdsToken({ stream }: CallRow, token: string): boolean {
  return stream !== null && isEqualSecret(stream.tokenHash, hashToken(token));
}

async function openStream(
  em: EntityManager,
  callId: string,
  token: string,
  { CallSid: sid = "", StreamSid: streamSid = "" }: CarrierForm,
): Promise<CarrierCallAnswer> {
  const call = (await lockCall(em, callId))!;
  const isOffered = call.stream?.status === "offered" && holdsToken(call, token);
  if (!isOffered || isFinal(call.status) || call.carrierCallId !== sid) return missing;
  await updateRow(em, "caller_calls", callId, { stream: { ...call.stream!, status: "open", streamSid } });
  return shown(call);
}

async function closeStream(
  em: EntityManager,
  call: CallRow,
  { ResponseMs: given = "" }: CarrierForm,
): Promise<void> {
  const times = given.split(",").slice(0, maxResponses).map(Number);
  const responseMs = times.filter((ms) => Number.isInteger(ms) && ms > 0 && ms <= maxResponseMs);
  await updateRow(em, "caller_calls", call.id, { stream: { ...call.stream!, status: "closed" }, responseMs });
}

/** An answering machine has answered: nothing more is said to it. */
async function leaveMachine(em: EntityManager, call: CallRow): Promise<void> {
  if (call.dialogue === null || call.dialogue.ended !== null) return;
  const dialogue = {
    ...call.dialogue,
    ended: "agent_hung_up" as const,
    outcome: "finished" as const,
    say: "",
  };
  await updateRow(em, "caller_calls", call.id, { answeredBy: "machine", dialogue });
}

const plain = { location: null, encoding: "utf8" };
const missing: CarrierCallAnswer = { ...plain, status: 404, contentType: null, content: "" };

/** What is said now, for the stream: it listens unless the dialogue is over or goes on by instructions to the carrier. */
function shown({ dialogue, plan, direction, answeredBy, status }: CallRow): CarrierCallAnswer {
  if (dialogue === null || isFinal(status)) return missing;
  const state = {
    turn: dialogue.heard,
    // What is said before a transfer, the carrier says with it.
    say: dialogue.ended === "transferred" ? "" : dialogue.say,
    voiceId: plan.voiceId,
    language: plan.language,
    isOver: dialogue.ended !== null,
    mayBeMachine: direction === "outbound" && answeredBy !== "machine",
  };
  return { ...plain, status: 200, contentType: "application/json", content: JSON.stringify(state) };
}

/** The carrier asks how a call goes on whose stream is over: one that was lost goes on turn by turn. */
export async function afterStream(em: EntityManager, call: CallRow): Promise<CallRow> {
  if (call.stream === null || call.stream.status === "closed") return call;
  const stream = { ...call.stream, status: "closed" as const };
  await updateRow(em, "caller_calls", call.id, { stream });
  return { ...call, stream };
}
