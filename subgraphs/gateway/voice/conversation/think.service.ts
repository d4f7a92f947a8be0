import { DomainError } from "../../../../src/errors.ts";
import type { StoredTurn } from "../transcripts/turn-times.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { CallRow, FallbackReason } from "../voice-tables.ts";
import { conversationPrompt, type PromptTurn } from "./conversation-prompt.ts";
import { readReply, type ModelReply } from "./model-reply.ts";

/** The callee's words that a model is to answer, and what was said before. */
export interface Thought {
  call: CallRow;
  text: string;
  confidence: number;
  turns: readonly StoredTurn[];
}

/** A hold for one request to the model. */
export interface HeldReply {
  holdId: string;
  amountHundredths: number;
}

/** What came of asking a model. Holds are captured where the reply is used, else released. */
export type Thinking = { held: readonly HeldReply[]; asked: number; model: string | null } & (
  | { kind: "reply"; reply: ModelReply }
  | { kind: "cost_limit" }
  | { kind: "failed"; reason: FallbackReason; isLasting: boolean }
);

/** What the model may ask for besides speaking, in words. */
const tools = [
  'take_message: keeps a message for the business. Arguments: {"text": "what the callee wants to have said"}',
];
const replyOperation = "ai.text";
const maxReplyTokens = 400;
/** The carrier waits 15 seconds for its answer, and all four providers may be tried. */
const providerTimeoutMs = 2_800;

/** True where the account's calls can be led by a model. */
export async function hasModel(ctx: VoiceContext): Promise<boolean> {
  return ctx.ports.languageModel.isConfigured(ctx).catch((err: unknown) => {
    ctx.log.warn({ err }, "The state of the language model is not known");
    return false;
  });
}

/**
 * Asks the model for the next reply of a call, outside of any transaction. The same turn of a call holds the same credits and
 * gets the same text, however often the carrier asks. Never throws for a model that does not answer.
 */
export async function think(ctx: VoiceContext, { call, text, turns }: Thought): Promise<Thinking> {
  const turn = call.dialogue!.heard;
  const held: HeldReply[] = [];
  const state = { held, asked: 0, model: null as string | null };
  const heard: PromptTurn[] = [...turns, { speaker: "callee", text }];
  try {
    const key = `call-reply:${call.id}:${turn}`;
    const request = { operation: replyOperation, appId: "ai-caller", key };
    const { holdId, amountHundredths } = await ctx.ports.creditsWithReloads(ctx).hold(ctx, request);
    if (holdId !== null) held.push({ holdId, amountHundredths });
    const { maxReplyCredits } = call.plan.conversation!;
    if (call.modelHundredths + amountHundredths > maxReplyCredits * 100)
      return { ...state, kind: "cost_limit" };
    const prompt = conversationPrompt(factsOf(ctx, call), heard);
    const asked = { prompt, maxTokens: maxReplyTokens, timeoutMs: providerTimeoutMs, key };
    const { content, model } = await ctx.ports.languageModel.write(ctx, asked);
    const reply = readReply(content);
    if (reply === null)
      return { ...state, model, kind: "failed", reason: "provider_failed", isLasting: false };
    return { ...state, asked: 1, model, kind: "reply", reply };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { ...state, kind: "failed", ...failure };
  }
}

function factsOf(ctx: VoiceContext, { plan, variables, direction }: CallRow) {
  const { goal, instructions } = plan.conversation!;
  const { steps, language, transferTo } = plan;
  const about = { goal, instructions, steps, variables, direction, language };
  return { ...about, canTransfer: transferTo !== null, tools, now: ctx.clock.now() };
}

/** Why there is no reply, and whether there will be none in this call; null for an error of another kind. */
function failureOf(error: unknown): { reason: FallbackReason; isLasting: boolean } | null {
  if (!(error instanceof DomainError)) return null;
  const { code, details } = error;
  if (code === "PROVIDERS_UNAVAILABLE" && details["configured"] === false)
    return { reason: "no_provider", isLasting: true };
  return Object.hasOwn(failures, code) ? failures[code]! : null;
}

const failures: Readonly<Record<string, { reason: FallbackReason; isLasting: boolean }>> = {
  INSUFFICIENT_CREDITS: { reason: "insufficient_credits", isLasting: true },
  RATE_LIMIT_EXCEEDED: { reason: "budget_spent", isLasting: true },
  PROVIDERS_UNAVAILABLE: { reason: "provider_failed", isLasting: false },
  CONTENT_REJECTED: { reason: "provider_failed", isLasting: false },
  IDEMPOTENCY_IN_PROGRESS: { reason: "provider_failed", isLasting: false },
};
