import type { EntityManager } from "@mikro-orm/postgresql";
import { voiceAgentOf } from "../scripts/voice-agents.service.ts";
import { scriptOf, versionOf } from "../scripts/scripts.service.ts";
import { defaultVoice } from "../scripts/voices.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { findOwn } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { CallPlan, CallRow, ConversationPlan, VoiceAgentRow } from "../voice-tables.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";

const defaultMaxDurationSec = 600;

/** Who leads a call, and by what. */
export interface WantedLead {
  voiceAgentId: string | null;
  scriptId: string | null;
  /** The number that is called from: its agent leads the call where nobody else is named. */
  fromNumberId?: string | null;
}

export type PlannedCall = Pick<
  CallRow,
  "plan" | "voiceAgentId" | "scriptId" | "scriptVersion" | "maxDurationSec"
>;

/**
 * What will be said, as it is now: the agent's revision and the published version of its script, or of the one that is
 * named. Throws VALIDATION_ERROR without either, NOT_FOUND, INVALID_STATE for what is archived, and BUSINESS_RULE for a
 * script that has no published version.
 */
export async function planCall(
  em: EntityManager,
  ctx: VoiceContext,
  { voiceAgentId: named, scriptId, fromNumberId = null }: WantedLead,
): Promise<PlannedCall> {
  const isNamed = named !== null || scriptId !== null;
  const voiceAgentId = isNamed || fromNumberId === null ? named : await agentOfNumber(em, ctx, fromNumberId);
  if (voiceAgentId === null && scriptId === null)
    throw validationError([
      {
        path: "voiceAgentId",
        message: "is required unless scriptId or a number with a voice agent is given",
        rule: "required",
      },
    ]);
  const agent = voiceAgentId === null ? null : await voiceAgentOf(em, ctx, voiceAgentId);
  if (agent && agent.status !== "active") throw invalidState("voice agent", agent.status, ["active"]);
  const ledBy = scriptId ?? agent?.scriptId ?? null;
  const lead = ledBy === null ? null : await publishedSteps(em, ctx, ledBy);
  const plan: CallPlan = {
    voiceId: agent?.voiceId ?? defaultVoice.id,
    language: agent?.language ?? defaultVoice.language,
    firstMessage: agent?.firstMessage ?? null,
    endPhrases: agent?.endPhrases ?? [],
    transferTo: agent?.transferTo ?? null,
    agentRevision: agent?.revision ?? null,
    steps: lead?.steps ?? [],
    conversation: conversationOf(agent, lead?.goal ?? null),
    recording: agent?.recording ?? "off",
    transport: agent?.transport ?? "turns",
  };
  return {
    plan,
    voiceAgentId,
    scriptId: ledBy,
    scriptVersion: lead?.number ?? null,
    maxDurationSec: agent?.maxDurationSec ?? defaultMaxDurationSec,
  };
}

function conversationOf(agent: VoiceAgentRow | null, goal: string | null): ConversationPlan | null {
  if (agent?.conversation !== "language_model") return null;
  const { instructions, announcesAi, maxReplies, maxReplyCredits, toolScopes } = agent;
  return { goal, instructions, announcesAi, maxReplies, maxReplyCredits, toolScopes };
}

async function agentOfNumber(em: EntityManager, ctx: VoiceContext, id: string): Promise<string | null> {
  return (await findOwn(em, "caller_numbers", { ownerId: ownerOf(ctx), id }))?.voiceAgentId ?? null;
}

async function publishedSteps(em: EntityManager, ctx: VoiceContext, scriptId: string) {
  const script = await scriptOf(em, ctx, scriptId);
  if (script.status !== "active") throw invalidState("script", script.status, ["active"]);
  if (script.publishedVersion === null)
    throw businessRule("script_not_published", "The script has no published version. Publish one first.", {
      scriptId,
    });
  return versionOf(em, script, script.publishedVersion);
}
