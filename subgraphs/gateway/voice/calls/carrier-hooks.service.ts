import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../../src/context.ts";
import { inTransaction, asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { isCarrierForm } from "../../../../src/telephony/carrier-signature.ts";
import { forbidNumber } from "../contacts/do-not-call.service.ts";
import { beginDialogue, matchAnswer, type DialogueState } from "../scripts/dialogue.ts";
import type { SpokenTurn } from "../transcripts/turn-times.ts";
import { addTurns } from "../transcripts/write-transcript.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { isFinal, readAnsweredBy } from "./call-states.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import type { CarrierCallAnswer, CarrierCallInput } from "./carrier-hooks.types.ts";
import { applyReceipt, lockCall, recordAnswer } from "./delivery-receipts.service.ts";
import { carrierUrl } from "./carrier-urls.ts";
import { sayAndHangUp, sayAndListen } from "./twiml.ts";

type Form = Readonly<Record<string, string>>;

/**
 * Responds to the carrier: the first text of a call, the next one, or nothing for a status update. Throws
 * INVALID_SIGNATURE for unsigned requests. Safe under duplicates and any order: a reply that was already processed gets
 * the same response.
 */
export async function hearCarrierCall(
  ctx: VoiceContext,
  input: CarrierCallInput,
): Promise<CarrierCallAnswer> {
  const { kind, callId, body, signature = null } = input;
  const turn = kind === "speech" ? (input.turn ?? "") : undefined;
  const params = Object.fromEntries(new URLSearchParams(body));
  const { signingToken } = ctx.ports.voice;
  const form = { url: carrierUrl(ctx.publicUrl, kind, callId, turn), params };
  if (signingToken === null || !isCarrierForm(form, signature, signingToken))
    throw new DomainError(
      "INVALID_SIGNATURE",
      "The webhook signature is missing or invalid. Check X-Twilio-Signature.",
    );
  const owner = await asSystem(ctx.em, (em) => lockCall(em, callId));
  const sid = params["CallSid"] ?? "";
  if (!owner || !/^CA[0-9a-f]{32}$/.test(sid)) return kind === "status" ? nothing : xml(sayAndHangUp(null));
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: owner.ownerId } });
  return inTransaction(own, async (em) => {
    const call = (await lockCall(em, callId))!;
    if (kind === "status") return receiveStatus(em, own, call, params);
    if (isFinal(call.status) || (call.carrierCallId !== null && call.carrierCallId !== sid))
      return xml(sayAndHangUp(null));
    return kind === "voice" ? begin(em, own, call, params) : goOn(em, own, call, params, Number(turn));
  });
}

async function receiveStatus(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: Form,
): Promise<CarrierCallAnswer> {
  const { CallSid: sid = "", CallStatus: status = "", SequenceNumber: sequence = "" } = params;
  const duration = params["CallDuration"] ?? "";
  const told = new Date(params["Timestamp"] ?? "");
  await applyReceipt(em, ctx, call, {
    sid,
    status,
    sequence: /^\d{1,6}$/.test(sequence) ? Number(sequence) : null,
    at: Number.isNaN(told.getTime()) ? ctx.clock.now() : told,
    durationSec: /^\d{1,6}$/.test(duration) ? Number(duration) : null,
  });
  return nothing;
}

/** The call was answered; no dialogue with a machine. */
async function begin(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: Form,
): Promise<CarrierCallAnswer> {
  if (call.dialogue !== null) return xml(speak(ctx, call, call.dialogue));
  const answeredBy = readAnsweredBy(params["AnsweredBy"] ?? "");
  const sid = params["CallSid"]!;
  const answered = await recordAnswer(em, ctx, call, { sid, answeredBy, at: ctx.clock.now() });
  if (answeredBy === "machine" || answeredBy === "fax") return xml(sayAndHangUp(null));
  const dialogue = beginDialogue(call.plan, call.variables);
  await updateRow(em, "caller_calls", call.id, { dialogue });
  await addTurns(em, ctx, answered, [agentTurn(dialogue)]);
  return xml(speak(ctx, answered, dialogue));
}

/** Processes the callee's reply and returns the next text. `turn` is the number of replies before it. */
async function goOn(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: Form,
  turn: number,
): Promise<CarrierCallAnswer> {
  const { dialogue } = call;
  if (dialogue === null) return xml(sayAndHangUp(null));
  if (dialogue.heard !== turn) return xml(speak(ctx, call, dialogue));
  const text = (params["SpeechResult"] ?? "").trim().slice(0, 2_000);
  const confidence = Math.min(1, Math.max(0, Number(params["Confidence"] ?? "0") || 0));
  const next = matchAnswer(call.plan, dialogue, text, call.variables);
  const heard: SpokenTurn = { speaker: "callee", text, confidence, stepId: dialogue.stepId };
  await updateRow(em, "caller_calls", call.id, { dialogue: next });
  await addTurns(em, ctx, call, [...(text === "" ? [] : [heard]), agentTurn(next)]);
  if (next.outcome === "opted_out") {
    const reason = "Asked during a call not to be called again.";
    await forbidNumber(em, ctx, { phone: call.toNumber, reason, source: `call ${call.id}` });
  }
  return xml(speak(ctx, call, next));
}

function agentTurn({ say: text, stepId }: DialogueState): SpokenTurn {
  return { speaker: "agent", text, confidence: 1, stepId };
}

/** Says what the dialogue says now, and listens unless it is over. */
function speak({ publicUrl }: VoiceContext, { id, plan }: CallRow, dialogue: DialogueState): string {
  const spoken = { text: dialogue.say, voiceId: plan.voiceId, language: plan.language };
  if (dialogue.ended !== null) return sayAndHangUp(spoken);
  const step = plan.steps.find(({ id: stepId }) => stepId === dialogue.stepId);
  const answerUrl = carrierUrl(publicUrl, "speech", id, dialogue.heard);
  return sayAndListen(spoken, { answerUrl, hints: step?.expect ?? [] });
}

const plain = { location: null, encoding: "utf8" };
const nothing: CarrierCallAnswer = { ...plain, status: 204, contentType: null, content: "" };

function xml(content: string): CarrierCallAnswer {
  return { ...plain, status: 200, contentType: "text/xml; charset=utf-8", content };
}
