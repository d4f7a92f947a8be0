import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { recordToolUse } from "../agent-tools/run-tool.service.ts";
import { settleReplyJob } from "../calls/call-jobs.types.ts";
import { isFinal } from "../calls/call-states.ts";
import { lockCall } from "../calls/delivery-receipts.service.ts";
import type { DialogueState } from "../scripts/dialogue.ts";
import type { SpokenTurn } from "../transcripts/turn-times.ts";
import { addTurns, transcriptOf } from "../transcripts/write-transcript.service.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow, FallbackReason } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import * as dialogue from "./model-dialogue.ts";
import type { ModelReply } from "./model-reply.ts";
import type { Thinking, Thought } from "./think.service.ts";

const maxNotes = 20;
/** A conversation ends itself this long before the carrier would cut it off. */
const spareMs = 15_000;

/** True where a model leads the call now. */
export function isLedByModel({ dialogue: state }: CallRow): boolean {
  return state?.model !== undefined && state.model !== null;
}

/** How a call begins whose agent wants a model: with one, or honestly without. */
export function openConversation(
  call: CallRow,
  { hasModel, announces }: { hasModel: boolean; announces: boolean },
): { state: DialogueState | null; changes: Partial<CallRow> } {
  if (!call.plan.conversation) return { state: null, changes: { ledBy: "script" } };
  if (!hasModel) return { state: null, changes: { ledBy: "script", fallbackReason: "no_provider" } };
  return {
    state: dialogue.beginConversation({ ...leadOf(call), announcesAi: announces }, call.variables),
    changes: { ledBy: "language_model" },
  };
}

/**
 * The next state of a locked call from the callee's words, where no model is needed for it; otherwise notes the words, and
 * what the model is to be asked. Words that were noted before are those that count.
 */
export async function hearWords(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  words: { text: string; confidence: number },
): Promise<{ state: DialogueState; words: typeof words } | { thought: Thought }> {
  const state = call.dialogue!;
  const counted = state.model?.pending ?? words;
  const lead = leadOf(call);
  const decided = dialogue.hearWithoutModel(lead, state, counted.text) ?? limitOf(ctx, call, state);
  if (decided) return { state: { ...decided, ...withoutPending(decided) }, words: counted };
  const pending = { ...state, model: { ...state.model!, pending: counted } };
  await updateRow(em, "caller_calls", call.id, { dialogue: pending });
  const turns = (await transcriptOf(em, call.id))?.turns ?? [];
  return { thought: { call: { ...call, dialogue: pending }, ...counted, turns } };
}

/**
 * Takes what came of asking the model into the call, once: the call as it is now, null for one that is over, and whether the
 * reply was used, or another request of the carrier has answered this turn. Credits of a used reply are settled after the
 * commit.
 */
export async function takeThought(
  em: EntityManager,
  ctx: VoiceContext,
  { call: before, text, confidence }: Thought,
  thinking: Thinking,
): Promise<{ call: CallRow | null; isUsed: boolean; isCopy: boolean }> {
  const call = await lockCall(em, before.id);
  const state = call?.dialogue;
  const isOver = !call || !state || isFinal(call.status);
  if (state && (state.heard !== before.dialogue!.heard || !isLedByModel(call)))
    return { call: isOver ? null : call, isUsed: false, isCopy: true };
  if (isOver) return { call: null, isUsed: false, isCopy: false };
  const { next, reason } = nextOf(call, state, text, thinking);
  const changes: Partial<CallRow> = { dialogue: next };
  if (thinking.model !== null) changes.model = thinking.model;
  changes.toolHundredths =
    call.toolHundredths + thinking.used.reduce((sum, { costHundredths }) => sum + costHundredths, 0);
  if (reason !== null) Object.assign(changes, { ledBy: "script", fallbackReason: reason });
  if (thinking.kind === "reply") {
    changes.modelReplies = call.modelReplies + thinking.asked;
    changes.modelHundredths =
      call.modelHundredths + thinking.held.reduce((sum, { amountHundredths }) => sum + amountHundredths, 0);
    Object.assign(changes, noteOf(ctx, call, thinking.reply));
    for (const one of thinking.held) await enqueue(em, settleReplyJob, { ownerId: call.ownerId, ...one });
  }
  await updateRow(em, "caller_calls", call.id, changes);
  const action = thinking.kind === "reply" ? ownActionOf(thinking.reply) : null;
  if (action !== null) await recordToolUse(ctx, call, { name: action, outcome: "ok", code: null });
  const heard: SpokenTurn = { speaker: "callee", text, confidence, stepId: state.stepId };
  const said: SpokenTurn = { speaker: "agent", text: next.say, confidence: 1, stepId: next.stepId };
  await addTurns(em, ctx, call, [heard, ...toolTurns(thinking, state.stepId), said]);
  return { call: { ...call, ...changes }, isUsed: thinking.kind === "reply", isCopy: false };
}

/** What a reply does besides speaking that runs no operation, as the audit trail names it. */
function ownActionOf({ action, tool }: ModelReply): string | null {
  if (action === "end") return "hang_up";
  if (action === "transfer") return "transfer";
  return tool?.name === "take_message" ? "take_message" : null;
}

/** A message that the callee left, as a note of the call. */
function noteOf(ctx: VoiceContext, { notes }: CallRow, reply: ModelReply): Partial<CallRow> {
  const tool = dialogue.readTool(reply);
  if (tool === null || !("message" in tool) || notes.length >= maxNotes) return {};
  const createdAt = ctx.clock.now().toISOString();
  return { notes: [...notes, { id: newId("cnt"), text: `Message: ${tool.message}`, createdAt }] };
}

/** Tools that the model asked for, and what came of them, as turns of the transcript. */
function toolTurns(thinking: Thinking, stepId: string | null): SpokenTurn[] {
  const own = thinking.kind === "reply" ? dialogue.readTool(thinking.reply) : null;
  const texts = thinking.used.map(({ text }) => text);
  if (own !== null && "message" in own) texts.push(`take_message: ${own.message}`);
  return texts.map((text) => ({ speaker: "other", text, confidence: 1, stepId }));
}

function nextOf(
  call: CallRow,
  state: DialogueState,
  text: string,
  thinking: Thinking,
): { next: DialogueState; reason: FallbackReason | null } {
  const lead = leadOf(call);
  if (thinking.kind === "reply")
    return { next: dialogue.takeReply(lead, state, thinking.reply), reason: null };
  if (thinking.kind === "cost_limit") return { next: dialogue.endAtLimit(state, "cost_limit"), reason: null };
  const again = thinking.isLasting ? null : dialogue.askAgain(state);
  if (again) return { next: again, reason: null };
  return { next: dialogue.leadByScript(lead, state, text, call.variables), reason: thinking.reason };
}

function limitOf(ctx: VoiceContext, call: CallRow, state: DialogueState): DialogueState | null {
  if (call.modelReplies >= call.plan.conversation!.maxReplies)
    return dialogue.endAtLimit(state, "reply_limit");
  const elapsedMs = call.answeredAt === null ? 0 : ctx.clock.now().getTime() - Date.parse(call.answeredAt);
  return elapsedMs > call.maxDurationSec * 1_000 - spareMs ? dialogue.endAtLimit(state, "time_limit") : null;
}

function withoutPending({ model }: DialogueState): Partial<DialogueState> {
  return model ? { model: { ...model, pending: null } } : {};
}

function leadOf({ plan }: CallRow): dialogue.ConversationLead {
  const { firstMessage, endPhrases, steps, transferTo } = plan;
  return {
    firstMessage,
    endPhrases,
    steps,
    transferTo,
    announcesAi: plan.conversation?.announcesAi ?? true,
  };
}
