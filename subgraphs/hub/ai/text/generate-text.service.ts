import type { EntityManager } from "@mikro-orm/postgresql";
import { keyLifetimeMs } from "../../../../src/db/key-row.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inPipelinedTransaction } from "../../../../src/db/pipelined-transaction.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { openRequest, settleRequest, type RequestResult, type RequestStatus } from "./accounting.service.ts";
import type { TextAnswer, TextProvider, TokenUsage } from "../ai.port.ts";
import {
  budgetSpent,
  clientDisconnected,
  contentRefused,
  noProviders,
  providersUnavailable,
} from "../ai.errors.ts";
import type { AiTextUsage, GeneratedText, GenerateTextInput } from "../ai.types.ts";
import { costOf, type Attempt } from "./attempt.ts";
import { reserveBudget } from "./budget.service.ts";
import { countAsked, deadlineMs } from "./failover.ts";
import { mostTextCostMicroUsd, textCostMicroUsd } from "./prices.ts";
import { runAttempts, type AttemptPlan, type AttemptRun } from "./run-attempts.service.ts";

/** A text as services return it, with the number of providers tried. */
type WrittenText = { [Name in keyof GeneratedText]: GeneratedText[Name] } & { attempts: number };

/** The steps of `onceOutside`: record the request, call the providers, record the outcome. */
interface TextSteps {
  record(em: EntityManager): Promise<string>;
  act(requestId: string): Promise<TextReply>;
  settle(em: EntityManager, requestId: string, reply: TextReply): Promise<WrittenText>;
}

interface TextReply {
  text: WrittenText;
  result: RequestResult;
}

/**
 * Generates text with the first provider of the chain that succeeds, and records one row per request and one per
 * attempt. Neither prompt nor text is kept, except with an `Idempotency-Key`: sealed, for a day, so that the same key
 * replays the same response. Throws MISSING_APP_ID, CONTENT_REJECTED, PROVIDERS_UNAVAILABLE with the attempts, and
 * RATE_LIMIT_EXCEEDED when the app's daily budget is spent.
 */
export async function generateText(ctx: HubContext, input: GenerateTextInput): Promise<GeneratedText> {
  const startedAt = performance.now();
  const appId = requireNamedApp(ctx);
  const { keyRing, ai } = ctx.ports;
  if (ai.textProviders.length === 0) throw noProviders();
  const revealedOnce = { fields: ["content"], keepForMs: keyLifetimeMs, keyRing };
  const call = { operation: "generateText", input: { appId, input }, revealedOnce };
  const steps: TextSteps = {
    record: (em) => openRequest(ctx, em, { kind: "text", appId, prompt: input.prompt, isStreamed: false }),
    act: async (requestId) => {
      const plan = textPlan(ctx, { appId, requestId, input, signal: ctx.signal });
      const run = await runAttempts(ctx, {
        ...plan,
        ask: async (provider, signal) => {
          const answer = await provider.write(input, signal);
          return { value: answer, usage: answer.usage };
        },
      });
      const durationMs = Math.round(performance.now() - startedAt);
      if (run.answer) return toReply(ctx, run, run.answer.value, durationMs);
      await settleFailure(ctx, requestId, { ...run, durationMs });
      throw refusalOf(ctx, run);
    },
    settle: async (em, requestId, { text, result }) => {
      await settleRequest(ctx, em, requestId, result);
      return text;
    },
  };
  const isKeyed = ctx.idempotencyKey !== null;
  const { attempts, ...text } = await (isKeyed ? onceOutside(ctx, call, steps) : once(ctx, steps));
  ctx.meter.attempts = attempts;
  logContent(ctx, input.prompt, text.content);
  return text;
}

/** The steps of a call without a key, for which nothing has to be found again: in as few exchanges as can be. */
async function once(ctx: HubContext, steps: TextSteps): Promise<WrittenText> {
  const requestId = await inPipelinedTransaction(ctx, steps.record);
  const reply = await steps.act(requestId);
  return inPipelinedTransaction(ctx, async (em) => {
    const text = await steps.settle(em, requestId, reply);
    await ctx.beforeCommit?.(em, text);
    return text;
  });
}

/** The app that the call acts for. AI is used in some app's name only. */
export function requireNamedApp({ appId }: Pick<HubContext, "appId">): string {
  if (appId !== null) return appId;
  throw new DomainError("MISSING_APP_ID", "No app given. Send its ID in the header x-app-id.");
}

/** Budget and timeout of a text's providers; the caller supplies `ask`. */
export function textPlan(
  ctx: HubContext,
  request: {
    appId: string;
    requestId: string;
    input: GenerateTextInput;
    signal: AbortSignal | undefined;
  },
): Omit<AttemptPlan<TextProvider, never>, "ask"> {
  const { appId, requestId, input, signal } = request;
  const { textProviders: providers, dailyBudgetMicroUsd: limitMicroUsd } = ctx.ports.ai;
  const now = ctx.clock.now();
  const maxDurationMs = deadlineMs({
    providers: providers.map(({ name }) => name),
    timeoutMs: input.timeout,
  });
  const expiresAt = new Date(now.getTime() + maxDurationMs + 60_000);
  return {
    providers,
    timeoutMs: input.timeout,
    signal,
    costOf: ({ model }, usage) => knownPrice(ctx, model, textCostMicroUsd(model, usage, now)),
    afford: ({ model }, spentMicroUsd) => {
      if (limitMicroUsd === null) return true;
      const most = knownPrice(ctx, model, mostTextCostMicroUsd(model, input, now));
      // A model without a known price cannot be kept within a budget.
      if (most === null) return false;
      const amountMicroUsd = spentMicroUsd + most;
      return reserveBudget(ctx.em, { requestId, appId, amountMicroUsd, limitMicroUsd, now, expiresAt });
    },
  };
}

/** Writes a failed request down, in a transaction of its own. */
export async function settleFailure(
  ctx: HubContext,
  requestId: string,
  {
    result,
    attempts,
    durationMs,
  }: Pick<AttemptRun<unknown, unknown>, "result" | "attempts"> & { durationMs: number },
): Promise<void> {
  const status = statusOf[result];
  const { em, principal } = ctx;
  await inTransaction({ em, principal }, (own) =>
    settleRequest(ctx, own, requestId, { status, attempts, durationMs, answer: null }),
  );
}

/** The error of a request without a response. */
export function refusalOf(
  ctx: HubContext,
  { result, attempts }: Pick<AttemptRun<unknown, unknown>, "result" | "attempts">,
): DomainError {
  ctx.meter.attempts = countAsked(attempts);
  if (result === "rejected") return contentRefused(attempts.at(-1)!.provider);
  if (result === "aborted") return clientDisconnected();
  if (result === "unaffordable") return budgetSpent(ctx.clock.now(), attempts);
  return providersUnavailable(attempts);
}

const statusOf: Record<AttemptRun<unknown, unknown>["result"], RequestStatus> = {
  answered: "succeeded",
  rejected: "rejected",
  aborted: "aborted",
  exhausted: "failed",
  unaffordable: "over_budget",
};

/** The response, and what is recorded of it. */
export function toReply(
  ctx: HubContext,
  { attempts, answer }: Pick<AttemptRun<TextProvider, unknown>, "attempts" | "answer">,
  { content, usage }: TextAnswer,
  durationMs: number,
): TextReply {
  const { name, model, isSandbox } = answer!.provider;
  const bytes = Buffer.byteLength(content);
  const text: WrittenText = {
    content,
    provider: name,
    model: isSandbox ? `${model}-sandbox` : model,
    duration: durationMs,
    usage: usage && toUsage(usage, attempts.at(-1)!),
    fallback: ctx.ports.ai.textProviders[0]?.name !== name,
    attempts: countAsked(attempts),
  };
  return {
    text,
    result: { status: "succeeded", attempts, durationMs, answer: { provider: name, model, bytes } },
  };
}

function toUsage({ inputTokens, outputTokens }: TokenUsage, attempt: Attempt): AiTextUsage {
  const cost = costOf([attempt]);
  return { inputTokens, outputTokens, estimatedCostUsd: cost === null ? null : cost / 1_000_000 };
}

/** Logs an error for a model without a price: its cost is in no report and under no budget. */
export function knownPrice(ctx: HubContext, model: string, cost: number | null): number | null {
  if (cost === null) ctx.log.error({ reason: model }, "ai.unknown_price");
  return cost;
}

/** Only when the operator enables it. */
export function logContent(ctx: HubContext, prompt: string, output: string): void {
  if (ctx.ports.ai.logsContent) ctx.log.info({ aiContent: { prompt, output } }, "text was generated");
}
