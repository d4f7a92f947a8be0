import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { isFinal } from "../calls/call-states.ts";
import type { CallSummary } from "../calls/call-summary.types.ts";
import type { CallIdInput } from "../calls/calls.types.ts";
import { callOf } from "../calls/end-call.service.ts";
import { jsonIn } from "../conversation/model-reply.ts";
import type { StoredTurn } from "../transcripts/turn-times.ts";
import { transcriptOf } from "../transcripts/write-transcript.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import { dataFault, readDataSchema } from "./data-schema.ts";
import type { CallExtraction, ExtractCallDataInput } from "./summaries.types.ts";
import { extractionPrompt, summaryPrompt } from "./summary-prompts.ts";

const maxTokens = 1_500;
const timeoutMs = 30_000;
const maxActions = 20;
/** A model that misses the form once mostly has it the second time. */
const maxTries = 2;

const summaryForm = z.object({
  text: z.string().trim().min(1).max(4_000),
  actions: z.array(z.string().max(500)).default([]),
});
const extractionForm = z.object({
  data: z.record(z.string(), z.unknown()),
  confidence: z.number().min(0).max(1).default(0.5),
});

/**
 * Has a call summarized and keeps the summary with it. Throws NOT_FOUND, also for a call without speech, INVALID_STATE before
 * its end, and UPSTREAM_FAILED.
 */
export function summarizeCall(ctx: VoiceContext, input: CallIdInput): Promise<CallSummary> {
  const { callId } = input;
  return onceOutside(
    ctx,
    { operation: "summarizeCall", input },
    {
      record: async (em) => void (await spokenTurns(em, ctx, callId)),
      act: async (_intent, key) => {
        const turns = await readTurns(ctx, callId);
        return ask(
          ctx,
          { prompt: summaryPrompt(turns), key },
          (content) => summaryForm.safeParse(content).data,
        );
      },
      settle: async (em, _intent, { text, actions }) => {
        const call = await callOf(em, ctx, callId, true);
        const createdAt = ctx.clock.now().toISOString();
        const summary = { text, actions: actions.slice(0, maxActions), createdAt };
        // Words that were redacted meanwhile are not to come back.
        await spokenTurns(em, ctx, callId);
        const changes = { summary, version: call.version + 1, updatedAt: createdAt };
        await updateRow(em, "caller_calls", callId, changes);
        return { callId, ...summary };
      },
    },
  );
}

/**
 * Has data read out of a call by a schema. The answer fits the schema or is refused. Throws as `summarizeCall`, and
 * VALIDATION_ERROR for a schema that is not supported.
 */
export function extractCallData(ctx: VoiceContext, input: ExtractCallDataInput): Promise<CallExtraction> {
  const { callId } = input;
  const fields = readDataSchema(input.schema);
  if (!Array.isArray(fields))
    throw validationError([{ path: "schema", message: fields.fault, rule: "schema" }]);
  const read = (content: unknown) => {
    const { data: answer } = extractionForm.safeParse(content);
    if (!answer) return undefined;
    const data = Object.fromEntries(fields.map(({ name }) => [name, answer.data[name] ?? null]));
    return dataFault(fields, data) === null ? { data, confidence: answer.confidence } : undefined;
  };
  return onceOutside(
    ctx,
    { operation: "extractCallData", input },
    {
      record: async (em) => void (await spokenTurns(em, ctx, callId)),
      act: async (_intent, key) => {
        const turns = await readTurns(ctx, callId);
        return ask(ctx, { prompt: extractionPrompt(fields, turns), key }, read);
      },
      settle: async (_em, _intent, found) => ({ callId, ...found }),
    },
  );
}

/** What a model answers, in its form. Throws UPSTREAM_FAILED for none, and RATE_LIMIT_EXCEEDED once the day's budget is spent. */
async function ask<T>(
  ctx: VoiceContext,
  { prompt, key }: { prompt: string; key: string },
  read: (content: unknown) => T | undefined,
): Promise<T> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const request = { prompt, maxTokens, timeoutMs, key: `${key}:${attempt}`.slice(-200) };
    const { content } = await ctx.ports.languageModel.write(ctx, request).catch(rethrow);
    const answer = read(jsonIn(content));
    if (answer !== undefined) return answer;
  }
  throw new DomainError("UPSTREAM_FAILED", "The AI provider gave no usable answer. Try again later.");
}

function rethrow(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "PROVIDERS_UNAVAILABLE") throw error;
  const isConfigured = error.details["configured"] !== false;
  const message = isConfigured
    ? "No AI provider responded. Try again later."
    : "No AI provider is configured on this server. Ask its operator to configure one.";
  throw new DomainError("UPSTREAM_FAILED", message, { configured: isConfigured }, { cause: error });
}

function readTurns(ctx: VoiceContext, callId: string): Promise<StoredTurn[]> {
  const { em, principal } = ctx;
  const read = (own: EntityManager) => spokenTurns(own, ctx, callId);
  return inTransaction({ em, principal }, read, { readOnly: true });
}

async function spokenTurns(em: EntityManager, ctx: VoiceContext, callId: string): Promise<StoredTurn[]> {
  const call = await callOf(em, ctx, callId);
  const transcript = await transcriptOf(em, call.id);
  if (!transcript) throw notFound("transcript");
  if (!isFinal(call.status)) throw invalidState("call", call.status, ["completed", "failed", "canceled"]);
  return transcript.turns;
}
