import { DomainError } from "../../../../src/errors.ts";
import type { StoredTurn } from "../transcripts/turn-times.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { CallRow, FallbackReason } from "../voice-tables.ts";
import { toolsInWords } from "../agent-tools/agent-tools.ts";
import { runTool, type ToolOutcome } from "../agent-tools/run-tool.service.ts";
import { isOwnTool } from "./model-dialogue.ts";
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

/** What came of asking a model. Holds are captured where the reply is used, else released. Tools that ran stay paid. */
export type Thinking = {
  held: readonly HeldReply[];
  asked: number;
  model: string | null;
  used: readonly ToolOutcome[];
} & (
  | { kind: "reply"; reply: ModelReply }
  | { kind: "cost_limit" }
  | { kind: "failed"; reason: FallbackReason; isLasting: boolean }
);

/** What every model may ask for besides speaking, in words. */
const ownTools = [
  'take_message: keeps a message for the business. Arguments: {"text": "what the callee wants to have said"}',
];
const replyOperation = "ai.text";
const maxReplyTokens = 400;
/** Tools whose results the model may wait for in one turn. */
const maxToolRounds = 3;
/** No further tool is started this long after the callee's words: the carrier would give up. */
const toolsUntilMs = 7_000;
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
 * Asks the model for the next reply of a call, outside of any transaction, and runs the tools that it wants to know the result
 * of. The same turn of a call holds the same credits, gets the same text and uses the same tools, however often the carrier asks.
 * Never throws for a model that does not answer.
 */
export async function think(ctx: VoiceContext, thought: Thought): Promise<Thinking> {
  const { call, text, turns } = thought;
  const heard: PromptTurn[] = [...turns, { speaker: "callee", text }];
  const state = {
    held: [] as HeldReply[],
    asked: 0,
    model: null as string | null,
    used: [] as ToolOutcome[],
  };
  const startedAt = ctx.clock.now().getTime();
  try {
    for (let round = 0; ; round += 1) {
      const key = `call-reply:${call.id}:${call.dialogue!.heard}${round === 0 ? "" : `:${round}`}`;
      if (!(await holdReply(ctx, call, state, key))) return { ...state, kind: "cost_limit" };
      const prompt = conversationPrompt(factsOf(ctx, call), heard);
      const question = { prompt, maxTokens: maxReplyTokens, timeoutMs: providerTimeoutMs, key };
      const { content, model } = await ctx.ports.languageModel.write(ctx, question);
      state.model = model;
      const reply = readReply(content);
      if (reply === null) return { ...state, kind: "failed", reason: "provider_failed", isLasting: false };
      state.asked += 1;
      const isLate = ctx.clock.now().getTime() - startedAt > toolsUntilMs;
      if (reply.tool === null || isOwnTool(reply) || isLate || round === maxToolRounds)
        return { ...state, kind: "reply", reply };
      const outcome = await runTool(
        ctx,
        call,
        reply.tool,
        `call-tool:${call.id}:${call.dialogue!.heard}:${round}`,
      );
      state.used.push(outcome);
      heard.push({ speaker: "other", text: outcome.text });
      if (outcome.isRefused) return { ...state, kind: "reply", reply };
    }
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { ...state, kind: "failed", ...failure };
  }
}

/** Holds the credits of one reply; false where the call may not cost them. */
async function holdReply(
  ctx: VoiceContext,
  call: CallRow,
  { held, used }: { held: HeldReply[]; used: readonly ToolOutcome[] },
  key: string,
): Promise<boolean> {
  const request = { operation: replyOperation, appId: "ai-caller", key };
  const { holdId, amountHundredths } = await ctx.ports.creditsWithReloads(ctx).hold(ctx, request);
  if (holdId !== null) held.push({ holdId, amountHundredths });
  const spent =
    call.modelHundredths + call.toolHundredths + sum(held, "amountHundredths") + sum(used, "costHundredths");
  return spent <= call.plan.conversation!.maxReplyCredits * 100;
}

function sum<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}

function factsOf(ctx: VoiceContext, { plan, variables, direction }: CallRow) {
  const { goal, instructions, toolScopes = [] } = plan.conversation!;
  const { steps, language, transferTo } = plan;
  const tools = [...ownTools, ...toolsInWords(toolScopes)];
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
