import type { EntityManager } from "@mikro-orm/postgresql";
import { rulesOf } from "../contacts/calling-rules.service.ts";
import { forbidNumber } from "../contacts/do-not-call.service.ts";
import {
  hearWords,
  isLedByModel,
  openConversation,
  takeThought,
} from "../conversation/conversation.service.ts";
import { announcesAi } from "../conversation/disclosure-laws.ts";
import { releaseReplies } from "../conversation/settle-reply.service.ts";
import { think, type Thought } from "../conversation/think.service.ts";
import { messageStepId } from "../inbound/route-call.ts";
import { answerRecording, openRecording, startsRecording } from "../recordings/recording-consent.ts";
import { beginRecording } from "../recordings/recordings.service.ts";
import { beginDialogue, matchAnswer, type DialogueState } from "../scripts/dialogue.ts";
import type { SpokenTurn } from "../transcripts/turn-times.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { addTurns } from "../transcripts/write-transcript.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { newId } from "../../../../src/ids.ts";
import { personNumberOf } from "./new-call.ts";
import { readAnsweredBy } from "./call-states.ts";
import { carrierUrl } from "./carrier-urls.ts";
import { recordAnswer, recordForwarding } from "./delivery-receipts.service.ts";
import { mayStream, offerStream } from "../streams/offer-stream.service.ts";
import { enqueueCall } from "./queue-twiml.ts";
import { sayAndHangUp, sayAndListen, sayAndTransfer, sayOnly, type TransferTarget } from "./twiml.ts";

export type CarrierForm = Readonly<Record<string, string>>;

const maxNote = 1_000;
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
export async function openDialogue(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  hasModel: boolean,
): Promise<string> {
  const announces = await announcesAiIn(em, call);
  const { state, changes } = openConversation(call, { hasModel, announces });
  const begun = state ?? beginDialogue(call.plan, call.variables);
  const dialogue = openRecording(call, begun);
  await updateRow(em, "caller_calls", call.id, { dialogue, ...changes });
  await addTurns(em, ctx, call, [agentTurn(dialogue)]);
  if (dialogue.recording === "granted") await beginRecording(em, ctx, call, "announced");
  return speak(em, ctx, { ...call, dialogue });
}

async function announcesAiIn(em: EntityManager, call: CallRow): Promise<boolean> {
  const { aiDisclosureOff: offIn } = await rulesOf(em, call.ownerId);
  return announcesAi(personNumberOf(call), { agentDoes: call.plan.conversation?.announcesAi ?? true, offIn });
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
  if (dialogue.recording === "asked") {
    const state = answerRecording(call.plan, dialogue, text);
    if (state.recording === "granted") await beginRecording(em, ctx, call, "asked");
    return follow(em, ctx, call, { state, words: { text, confidence } });
  }
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
    const phone = personNumberOf(call);
    if (phone !== null) await forbidNumber(em, ctx, { phone, reason, source: `call ${call.id}` });
  }
  if (call.dialogue!.stepId === messageStepId && words.text !== "")
    await noteMessage(em, ctx, call, words.text);
  return speak(em, ctx, { ...call, dialogue: state });
}

/** Keeps what somebody said after the tone with the call. */
async function noteMessage(em: EntityManager, ctx: VoiceContext, call: CallRow, text: string): Promise<void> {
  const createdAt = ctx.clock.now().toISOString();
  const note = { id: newId("cnt"), text: `Message: ${text}`.slice(0, maxNote), createdAt };
  await updateRow(em, "caller_calls", call.id, { notes: [...call.notes, note] });
}

/** An attempt to connect the callee to a person is over: with a conversation, or without one. */
export async function endTransfer(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: CarrierForm,
): Promise<string> {
  if (params["DialCallStatus"] === "completed" || call.dialogue === null) return sayAndHangUp(null);
  if (call.dialogue.ended !== "transferred") return speak(em, ctx, call);
  // Of a forwarded call, the steps are those that take a message.
  if (call.plan.steps[0]?.id === messageStepId) {
    const message = beginDialogue(call.plan, call.variables);
    return follow(em, ctx, call, { state: message, words: { text: "", confidence: 0 } });
  }
  const state: DialogueState = {
    ...call.dialogue,
    ended: "agent_hung_up",
    outcome: "transfer_failed",
    say: transferFarewell,
  };
  return follow(em, ctx, call, { state, words: { text: "", confidence: 0 } });
}

/** A person to whom a call is handed, who sees the number that the call is led from. */
export function transferTarget(
  { publicUrl }: Pick<VoiceContext, "publicUrl">,
  { id, direction, toNumber, fromNumber, maxDurationSec }: CallRow,
  to: string,
): TransferTarget {
  const callerId = direction === "inbound" ? toNumber : fromNumber;
  return { to, callerId, resultUrl: carrierUrl(publicUrl, "transfer", id), maxDurationSec };
}

/** Introduces a call to the person to whom it is transferred. */
export function introduce({ plan, variables, direction, toNumber, fromNumber }: CallRow): string {
  const who = variables["contactName"] ?? (direction === "outbound" ? toNumber : fromNumber) ?? "somebody";
  const goal = plan.conversation?.goal;
  const text = `A call with ${who}.${goal ? ` It is about: ${goal}.` : ""} Connecting you now.`;
  return sayOnly({ text, voiceId: plan.voiceId, language: plan.language });
}

function agentTurn({ say: text, stepId }: DialogueState): SpokenTurn {
  return { speaker: "agent", text, confidence: 1, stepId };
}

/** What the dialogue says now: it listens unless it is over, and then hangs up or connects the callee to a person. */
export async function speak(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<string> {
  const { id, plan, dialogue } = call;
  if (dialogue === null) return sayAndHangUp(null);
  const spoken = { text: dialogue.say, voiceId: plan.voiceId, language: plan.language };
  if (dialogue.queue && plan.queue) {
    const waitUrl = carrierUrl(ctx.publicUrl, "queue-wait", id);
    return enqueueCall(plan.queue.name, { waitUrl, leftUrl: carrierUrl(ctx.publicUrl, "queue-left", id) });
  }
  if (dialogue.ended === "transferred" && plan.transferTo !== null) {
    await recordForwarding(em, ctx, call);
    return sayAndTransfer(spoken, transferTarget(ctx, call, plan.transferTo));
  }
  if (dialogue.ended !== null) return sayAndHangUp(spoken);
  const step = plan.steps.find(({ id: stepId }) => stepId === dialogue.stepId);
  const answerUrl = carrierUrl(ctx.publicUrl, "speech", id, dialogue.heard);
  // Hints would bias the carrier towards the script's phrases in a free conversation.
  const hints = isLedByModel(call) ? [] : (step?.expect ?? []);
  const recordingUrl = startsRecording(dialogue) ? carrierUrl(ctx.publicUrl, "recording", id) : null;
  // The question whether the call may be recorded is asked by turns: recording begins with instructions to the carrier.
  if (mayStream(ctx, call) && dialogue.recording !== "asked") return offerStream(em, ctx, call, recordingUrl);
  return sayAndListen(spoken, { answerUrl, hints, recordingUrl });
}

/** Asks the model, takes its reply into the call, and returns what to say. */
export async function answerThought(ctx: VoiceContext, thought: Thought): Promise<string> {
  const thinking = await think(ctx, thought);
  const { spoken, isReleased } = await inTransaction(ctx, async (em) => {
    const { call, isUsed, isCopy } = await takeThought(em, ctx, thought, thinking);
    const words = call === null ? sayAndHangUp(null) : await speak(em, ctx, call);
    return { spoken: words, isReleased: !isUsed && !isCopy };
  });
  if (isReleased) await releaseReplies(ctx, thinking.held);
  return spoken;
}

/** How a call goes on whose stream is over: what was said over the stream is not said again. */
export async function afterMedia(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<string> {
  if (call.dialogue?.ended && call.dialogue.ended !== "transferred") return sayAndHangUp(null);
  return speak(em, ctx, call);
}
