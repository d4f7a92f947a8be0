import type { EntityManager } from "@mikro-orm/postgresql";
import { forbidNumber } from "../contacts/do-not-call.service.ts";
import { hearWords, isLedByModel, openConversation } from "../conversation/conversation.service.ts";
import type { Thought } from "../conversation/think.service.ts";
import { beginDialogue, matchAnswer, type DialogueState } from "../scripts/dialogue.ts";
import type { SpokenTurn } from "../transcripts/turn-times.ts";
import { addTurns } from "../transcripts/write-transcript.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { readAnsweredBy } from "./call-states.ts";
import { carrierUrl } from "./carrier-urls.ts";
import { recordAnswer, recordForwarding } from "./delivery-receipts.service.ts";
import { sayAndHangUp, sayAndListen, sayAndTransfer } from "./twiml.ts";

export type CarrierForm = Readonly<Record<string, string>>;

const transferFarewell = "Nobody could take the call. Somebody will call you back. Goodbye.";

/** The call was answered; no dialogue with a machine. Returns what to say. */
export async function beginSpeech(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: CarrierForm,
  hasModel: boolean,
): Promise<string> {
  if (call.dialogue !== null) return speak(em, ctx, call);
  const answeredBy = readAnsweredBy(params["AnsweredBy"] ?? "");
  const sid = params["CallSid"]!;
  const answered = await recordAnswer(em, ctx, call, { sid, answeredBy, at: ctx.clock.now() });
  if (answeredBy === "machine" || answeredBy === "fax") return sayAndHangUp(null);
  return openDialogue(em, ctx, answered, hasModel);
}

/** Speaks the first text of an answered call. */
async function openDialogue(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  hasModel: boolean,
): Promise<string> {
  const { state, changes } = openConversation(call, hasModel);
  const dialogue = state ?? beginDialogue(call.plan, call.variables);
  await updateRow(em, "caller_calls", call.id, { dialogue, ...changes });
  await addTurns(em, ctx, call, [agentTurn(dialogue)]);
  return speak(em, ctx, { ...call, dialogue });
}

/**
 * Processes the callee's reply and returns the next text, or what a language model is to be asked. `turn` is the number of
 * replies before it.
 */
export async function continueSpeech(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: CarrierForm,
  turn: number,
): Promise<string | Thought> {
  const { dialogue } = call;
  if (dialogue === null) return sayAndHangUp(null);
  if (dialogue.heard !== turn) return speak(em, ctx, call);
  const text = (params["SpeechResult"] ?? "").trim().slice(0, 2_000);
  const confidence = Math.min(1, Math.max(0, Number(params["Confidence"] ?? "0") || 0));
  if (!isLedByModel(call)) {
    const state = matchAnswer(call.plan, dialogue, text, call.variables);
    return follow(em, ctx, call, { state, words: { text, confidence } });
  }
  const heard = await hearWords(em, ctx, call, { text, confidence });
  return "thought" in heard ? heard.thought : follow(em, ctx, call, heard);
}

/** Moves the dialogue on, with its turns, and speaks. */
async function follow(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  { state, words }: { state: DialogueState; words: { text: string; confidence: number } },
): Promise<string> {
  const heard: SpokenTurn = { speaker: "callee", ...words, stepId: call.dialogue!.stepId };
  await updateRow(em, "caller_calls", call.id, { dialogue: state });
  await addTurns(em, ctx, call, [...(words.text === "" ? [] : [heard]), agentTurn(state)]);
  if (state.outcome === "opted_out") {
    const reason = "Asked during a call not to be called again.";
    await forbidNumber(em, ctx, { phone: call.toNumber, reason, source: `call ${call.id}` });
  }
  return speak(em, ctx, { ...call, dialogue: state });
}

/** An attempt to connect the callee to a person is over: with a conversation, or without one. */
export async function endTransfer(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: CarrierForm,
): Promise<string> {
  if (params["DialCallStatus"] === "completed" || call.dialogue === null) return sayAndHangUp(null);
  const state: DialogueState = {
    ...call.dialogue,
    ended: "agent_hung_up",
    outcome: "transfer_failed",
    say: transferFarewell,
  };
  if (call.dialogue.outcome !== "transfer_failed") {
    await updateRow(em, "caller_calls", call.id, { dialogue: state });
    await addTurns(em, ctx, call, [agentTurn(state)]);
  }
  return speak(em, ctx, { ...call, dialogue: state });
}

function agentTurn({ say: text, stepId }: DialogueState): SpokenTurn {
  return { speaker: "agent", text, confidence: 1, stepId };
}

/** What the dialogue says now: it listens unless it is over, and then hangs up or connects the callee to a person. */
export async function speak(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<string> {
  const { id, plan, dialogue } = call;
  if (dialogue === null) return sayAndHangUp(null);
  const spoken = { text: dialogue.say, voiceId: plan.voiceId, language: plan.language };
  if (dialogue.ended === "transferred" && plan.transferTo !== null) {
    await recordForwarding(em, ctx, call);
    return sayAndTransfer(spoken, {
      to: plan.transferTo,
      callerId: call.direction === "inbound" ? call.toNumber : call.fromNumber,
      resultUrl: carrierUrl(ctx.publicUrl, "transfer", id),
      maxDurationSec: call.maxDurationSec,
    });
  }
  if (dialogue.ended !== null) return sayAndHangUp(spoken);
  const step = plan.steps.find(({ id: stepId }) => stepId === dialogue.stepId);
  const answerUrl = carrierUrl(ctx.publicUrl, "speech", id, dialogue.heard);
  // Hints would have the carrier hear the script's phrases in a free conversation.
  const hints = isLedByModel(call) ? [] : (step?.expect ?? []);
  return sayAndListen(spoken, { answerUrl, hints });
}
