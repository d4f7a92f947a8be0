import type { EntityManager } from "@mikro-orm/postgresql";
import { holdsScope } from "../../../../src/access/principal.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedNumber } from "../contacts/checked-number.ts";
import { findOwn, insertAll, pageRows, updateRow } from "../voice.rows.ts";
import type { VoiceAgentRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { scriptOf } from "./scripts.service.ts";
import type * as agentArgs from "./voice-agent-args.types.ts";
import type { VoiceAgent, VoiceAgentPage } from "./voice-agent.types.ts";
import type * as types from "./voice-agents.types.ts";
import { findVoice, voices } from "./voices.ts";
import type { CallVoiceList, CallVoicesArgs } from "./voices.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

const defaultMaxDurationSec = 600;

/** Adds a persona. Throws VALIDATION_ERROR for a voice that is not on offer, and NOT_FOUND for the script. */
export function createVoiceAgent(ctx: VoiceContext, input: types.CreateVoiceAgentInput): Promise<VoiceAgent> {
  checkVoice(input.voiceId, input.language);
  const transferTo = input.transferTo ? checkedNumber(input.transferTo, "transferTo") : null;
  const toolScopes = checkedScopes(ctx, input.toolScopes ?? []);
  return exactlyOnce(ctx, { operation: "createVoiceAgent", input }, async (em) => {
    if (input.scriptId) await scriptOf(em, ctx, input.scriptId);
    const now = ctx.clock.now().toISOString();
    const row: VoiceAgentRow = {
      id: newId("vag"),
      ownerId: ownerOf(ctx),
      name: input.name,
      voiceId: input.voiceId,
      language: input.language,
      scriptId: input.scriptId ?? null,
      firstMessage: input.firstMessage,
      maxDurationSec: input.maxDurationSec ?? defaultMaxDurationSec,
      endPhrases: input.endPhrases ?? [],
      transferTo,
      conversation: input.conversation ?? "script",
      instructions: input.instructions ?? null,
      announcesAi: input.announcesAi ?? true,
      maxReplies: input.maxReplies ?? 30,
      maxReplyCredits: input.maxReplyCredits ?? 40,
      recording: input.recording ?? "off",
      toolScopes,
      transport: input.transport ?? "turns",
      revision: 1,
      status: "active",
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "caller_voice_agents", [row]);
    return present(row);
  });
}

/** Changes a persona for calls to come. Throws as `createVoiceAgent`, and NOT_FOUND. */
export function updateVoiceAgent(ctx: VoiceContext, input: types.UpdateVoiceAgentInput): Promise<VoiceAgent> {
  const transferTo = input.transferTo ? checkedNumber(input.transferTo, "transferTo") : input.transferTo;
  return exactlyOnce(ctx, { operation: "updateVoiceAgent", input }, async (em) => {
    const before = await voiceAgentOf(em, ctx, input.voiceAgentId, true);
    if (input.scriptId) await scriptOf(em, ctx, input.scriptId);
    const language = input.voiceId ? checkVoice(input.voiceId) : before.language;
    const changes = {
      name: input.name ?? before.name,
      voiceId: input.voiceId ?? before.voiceId,
      language,
      scriptId: input.scriptId ?? before.scriptId,
      firstMessage: input.firstMessage ?? before.firstMessage,
      maxDurationSec: input.maxDurationSec ?? before.maxDurationSec,
      endPhrases: input.endPhrases ?? before.endPhrases,
      transferTo: transferTo === undefined ? before.transferTo : transferTo,
      conversation: input.conversation ?? before.conversation,
      instructions: input.instructions === undefined ? before.instructions : input.instructions,
      announcesAi: input.announcesAi ?? before.announcesAi,
      maxReplies: input.maxReplies ?? before.maxReplies,
      maxReplyCredits: input.maxReplyCredits ?? before.maxReplyCredits,
      recording: input.recording ?? before.recording,
      toolScopes: input.toolScopes ? checkedScopes(ctx, input.toolScopes) : before.toolScopes,
      transport: input.transport ?? before.transport,
      revision: before.revision + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "caller_voice_agents", before.id, changes);
    return present({ ...before, ...changes });
  });
}

/** Takes a persona out of use; calls that are queued keep it. Idempotent. Throws NOT_FOUND. */
export function archiveVoiceAgent(
  ctx: VoiceContext,
  input: agentArgs.VoiceAgentIdInput,
): Promise<VoiceAgent> {
  return exactlyOnce(ctx, { operation: "archiveVoiceAgent", input }, async (em) => {
    const before = await voiceAgentOf(em, ctx, input.voiceAgentId, true);
    if (before.status === "archived") return present(before);
    const changes = { status: "archived" as const, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "caller_voice_agents", before.id, changes);
    return present({ ...before, ...changes });
  });
}

/** One of the account's voice agents. Throws NOT_FOUND. */
export function readVoiceAgent(ctx: VoiceContext, voiceAgentId: string): Promise<VoiceAgent> {
  const read = async (em: EntityManager) => present(await voiceAgentOf(em, ctx, voiceAgentId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's voice agents, newest first. */
export function listVoiceAgents(
  ctx: VoiceContext,
  { limit, after }: agentArgs.VoiceAgentsArgs,
): Promise<VoiceAgentPage> {
  const read = async (em: EntityManager) => {
    const query = { where: "", values: [], list: ["voice agents"] as const, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "caller_voice_agents", query);
    return { voiceAgents: rows.map(present), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Voices on offer, of one language or of all. */
export function listVoices({ language }: CallVoicesArgs): CallVoiceList {
  const isWanted = (one: string) => !language || one === language || one.startsWith(`${language}-`);
  return { voices: voices.filter((voice) => isWanted(voice.language)).map((voice) => ({ ...voice })) };
}

/** One of the account's voice agents in the open transaction. Throws NOT_FOUND. */
export async function voiceAgentOf(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  lock = false,
): Promise<VoiceAgentRow> {
  const row = await findOwn(em, "caller_voice_agents", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("voice agent");
  return row;
}

/** Scopes for an agent, each once. Throws FORBIDDEN for one that the principal lacks: nobody gives what they do not have. */
function checkedScopes({ principal }: VoiceContext, scopes: readonly string[]): string[] {
  const missing = scopes.find((scope) => !holdsScope(principal, scope));
  if (missing === undefined) return [...new Set(scopes)];
  throw new DomainError(
    "FORBIDDEN",
    `You lack the scope ${missing}. Use a credential that has every scope that the agent gets.`,
    { reason: "scope_missing", requiredScope: missing },
  );
}

/** The language of a voice. Throws VALIDATION_ERROR for one that is not on offer, or not in this language. */
function checkVoice(voiceId: string, language?: string): string {
  const voice = findVoice(voiceId);
  if (!voice)
    throw validationError([
      { path: "voiceId", message: "must be an available voice, see callVoices", rule: "voice" },
    ]);
  if (language !== undefined && voice.language !== language)
    throw validationError([
      {
        path: "language",
        message: `must be ${voice.language}, the language of the voice`,
        rule: "voice_language",
      },
    ]);
  return voice.language;
}

function present({ ownerId: _, ...shown }: VoiceAgentRow): VoiceAgent {
  return shown;
}
