import type { EntityManager } from "@mikro-orm/postgresql";
import { isAccountOpen } from "../../../../src/access/open-account.ts";
import { copyContext } from "../../../../src/context.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { holdMinutes, type MinutesHeld } from "../calls/call-credits.service.ts";
import { emitCallEvent, recordCallEvent } from "../calls/call-events.service.ts";
import { planCall, type PlannedCall } from "../calls/call-plan.service.ts";
import { finishCall } from "../calls/finish-call.service.ts";
import { newCallRow } from "../calls/new-call.ts";
import { openDialogue, speak } from "../calls/speech.service.ts";
import { decline } from "../calls/twiml.ts";
import { findByPhone } from "../contacts/contacts.service.ts";
import { hasModel } from "../conversation/think.service.ts";
import { defaultVoice } from "../scripts/voices.ts";
import type { VoiceContext } from "../voice.context.ts";
import { findRows, insertAll, updateRow } from "../voice.rows.ts";
import type { CallRow, ContactRow, NumberRow, RouteRow } from "../voice-tables.ts";
import { chooseRoute, voicemailSteps, type RouteChoice } from "./route-call.ts";
import { routeOfNumber } from "./routes.service.ts";

/** Longest call that no agent leads, in seconds. */
const maxForwardedSec = 1_800;
const maxVoicemailSec = 120;
const spareMs = 60_000;

interface Incoming {
  sid: string;
  from: string;
  number: NumberRow;
  route: RouteRow;
  contact: ContactRow | null;
}

/**
 * Answers a call to one of our numbers by its route: what to say. A copy of the carrier's request gets the same call. A call
 * that the account cannot pay is declined.
 */
export async function receiveInbound(
  ctx: VoiceContext,
  params: Readonly<Record<string, string>>,
): Promise<string> {
  const { CallSid: sid = "", From: from = "", To: to = "" } = params;
  const found = await asSystem(ctx.em, (em) => findIncoming(em, { sid, from, to }));
  if (found === null) return decline();
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: found.number.ownerId } });
  const at = ctx.clock.now();
  const choice = chooseRoute(found.route, { from, isContact: found.contact !== null, at });
  if (choice === "decline") return decline();
  const modelIsThere = choice === "agent" && (await hasModel(own));
  const planned = await inTransaction(own, (em) => planInbound(em, own, found, choice), { readOnly: true });
  const hold = await holdFor(own, sid, planned.maxDurationSec);
  return inTransaction(own, async (em) => {
    const where = "carrier_call_id = $1 FOR UPDATE";
    const [known] = await findRows(em, "caller_calls", where, [sid]);
    if (known) return speak(em, own, known);
    const call = inboundRow(own, found, planned, hold);
    await insertAll(em, "caller_calls", [call]);
    await recordCallEvent(em, own, call, "in-progress");
    await emitCallEvent(em, call);
    if (hold === null) {
      const why = { endedReason: "insufficient_credits", outcome: "insufficient_credits" } as const;
      await finishCall(em, own, call, { status: "failed", at, ...why });
      return decline();
    }
    if (choice !== "forward") return openDialogue(em, own, call, modelIsThere);
    const dialogue = call.plan.queue ? waiting : forwarding;
    await updateRow(em, "caller_calls", call.id, { dialogue, ledBy: "script" });
    return speak(em, own, { ...call, dialogue });
  });
}

const forwarding = {
  heard: 0,
  stepId: null,
  repeats: 0,
  ended: "transferred" as const,
  outcome: "transferred" as const,
  goalReached: false,
  say: "",
};

const waiting = { ...forwarding, ended: null, outcome: null, queue: { state: "waiting" as const } };

async function findIncoming(
  em: EntityManager,
  { sid, from, to }: { sid: string; from: string; to: string },
): Promise<Incoming | null> {
  if (!/^CA[0-9a-f]{32}$/.test(sid)) return null;
  const [number] = await findRows(em, "caller_numbers", "e164 = $1 AND status = 'active'", [to]);
  const route = number ? await routeOfNumber(em, number.id) : null;
  if (!number || !route || !(await isAccountOpen(em, number.ownerId))) return null;
  return { sid, from, number, route, contact: await findByPhone(em, number.ownerId, from) };
}

/** What is said, by whom. An agent that was archived or lost its script leaves the call to the message, or to nobody. */
async function planInbound(
  em: EntityManager,
  ctx: VoiceContext,
  { route }: Incoming,
  choice: RouteChoice,
): Promise<PlannedCall> {
  if (choice === "agent") {
    try {
      return await planCall(em, ctx, { voiceAgentId: route.voiceAgentId, scriptId: null });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      ctx.log.warn({ err: error }, "The voice agent of a number cannot answer");
    }
  }
  return {
    plan: {
      voiceId: defaultVoice.id,
      language: defaultVoice.language,
      firstMessage: null,
      endPhrases: [],
      transferTo: choice === "forward" ? route.forwardTo : null,
      agentRevision: null,
      steps: voicemailSteps(route.voicemail),
      conversation: null,
      ...(choice === "forward" && route.queue
        ? { queue: { ...route.queue, name: `queue-${route.numberId}` } }
        : {}),
    },
    voiceAgentId: null,
    scriptId: null,
    scriptVersion: null,
    maxDurationSec: choice === "forward" ? maxForwardedSec + (route.queue?.maxWaitSec ?? 0) : maxVoicemailSec,
  };
}

/** Credits for the longest possible call; null when the account has too few. */
async function holdFor(ctx: VoiceContext, sid: string, maxDurationSec: number): Promise<MinutesHeld | null> {
  try {
    return await holdMinutes(ctx, `inbound:${sid}`, maxDurationSec);
  } catch (error) {
    if (error instanceof DomainError && error.code === "INSUFFICIENT_CREDITS") return null;
    throw error;
  }
}

function inboundRow(
  ctx: VoiceContext,
  { sid, from, number, contact }: Incoming,
  planned: PlannedCall,
  hold: MinutesHeld | null,
): CallRow {
  const now = ctx.clock.now();
  const at = now.toISOString();
  const variables = {
    ...contact?.variables,
    phone: from,
    ...(contact ? { contactName: contact.name } : {}),
    ...(number.callerName ? { callerName: number.callerName } : {}),
  };
  return newCallRow({
    ...planned,
    ...hold,
    id: newId("call"),
    ownerId: number.ownerId,
    direction: "inbound",
    toNumber: number.e164,
    fromNumber: from === "" ? null : from,
    contactId: contact?.id ?? null,
    variables,
    status: "in-progress",
    answeredBy: "human",
    dueAt: at,
    askedAt: at,
    ringingAt: at,
    answeredAt: at,
    checkAt: new Date(now.getTime() + planned.maxDurationSec * 1_000 + spareMs).toISOString(),
    carrierCallId: sid,
    createdAt: at,
    updatedAt: at,
  });
}
