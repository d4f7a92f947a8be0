import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ringQueueJob } from "../calls/call-jobs.types.ts";
import { carrierUrl } from "../calls/carrier-urls.ts";
import { recordForwarding } from "../calls/delivery-receipts.service.ts";
import { endTransfer, speak, transferTarget, type CarrierForm } from "../calls/speech.service.ts";
import { readAnsweredBy } from "../calls/call-states.ts";
import { sayAndHangUp } from "../calls/twiml.ts";
import * as twiml from "../calls/queue-twiml.ts";
import { addCallback } from "../campaigns/callbacks.service.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import { zonesOfPerson } from "../contacts/calling-rules.service.ts";
import { addConsent } from "../contacts/consent.service.ts";
import { foldSpeech, hasPhrase } from "../scripts/dialogue.ts";
import type { VoiceContext } from "../voice.context.ts";
import { findRows, updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";

/** The person's phone rings again after so long, while somebody waits. */
const ringAgainMs = 45_000;
/** Longest talk of a person with who has waited. */
const maxTalkSec = 1_800;
/** Callbacks are made in the next minute. */
const callbackAfterMs = 60_000;
const callbackKey = "1";
const callbackPhrases = ["call me", "call back", "callback"];
const wellCallBack = "We will call you back. Goodbye.";
const connecting = "Somebody is waiting in the queue. Connecting you now.";
const nobodyWaits = "Nobody is waiting any more. Goodbye.";

/** What is played to a waiting caller. Has the person rung whom they wait for. */
export async function waitInQueue(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  { QueueTime: waited = "0", QueuePosition: position = "" }: CarrierForm,
): Promise<string> {
  const { queue } = call.plan;
  if (!queue || !isWaiting(call) || Number(waited) >= queue.maxWaitSec) return twiml.leaveQueue();
  await enqueue(em, ringQueueJob, { queue: queue.name, ownerId: call.ownerId }, { singletonKey: queue.name });
  return hold(ctx, call, position);
}

function hold({ publicUrl }: VoiceContext, { id, plan }: CallRow, position: string): string {
  const { voiceId, language, queue } = plan;
  const place = /^[1-9]\d{0,3}$/.test(position) ? ` You are number ${position}.` : "";
  const offer = queue!.callbackAgentId === null ? "" : " Press 1, or say call me, and we will call you back.";
  return twiml.holdCall(
    { text: `All of our people are busy.${place}${offer}`, voiceId, language },
    {
      musicUrl: queue!.musicUrl,
      answerUrl: queue!.callbackAgentId === null ? null : carrierUrl(publicUrl, "queue-key", id),
    },
  );
}

/** Handles the input of a waiting caller. A request for a callback removes the call from the queue and creates the callback. */
export async function chooseInQueue(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  { Digits: digits = "", SpeechResult: speech = "" }: CarrierForm,
): Promise<string> {
  const agentId = call.plan.queue?.callbackAgentId ?? null;
  if (!isWaiting(call)) return twiml.leaveQueue();
  const words = foldSpeech(speech);
  const isWanted = digits === callbackKey || callbackPhrases.some((phrase) => hasPhrase(words, phrase));
  if (!isWanted || agentId === null || call.fromNumber === null) return hold(ctx, call, "");
  try {
    const source = `asked in call ${call.id} to be called back`;
    const [timezone] = await zonesOfPerson(em, call.ownerId, call.fromNumber);
    const soon = wallClockOf(ctx.clock.now().getTime() + callbackAfterMs, timezone!);
    const at = `${soon.date}T${soon.time}`;
    const about = { phone: call.fromNumber, at, timezone: timezone! };
    await addCallback(em, ctx, { ...about, voiceAgentId: agentId, reason: source });
    await addConsent(em, ctx, call.fromNumber, { kind: "express", source });
  } catch (error) {
    // A number that is not to be called, or an agent that was archived.
    if (error instanceof DomainError) return hold(ctx, call, "");
    throw error;
  }
  const queue = { state: "callback" as const };
  await updateRow(em, "caller_calls", call.id, { dialogue: { ...call.dialogue!, queue } });
  return twiml.leaveQueue();
}

/** A call has left the queue: after a talk, for a callback, or because nobody came. */
export async function endQueue(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  { QueueResult: result = "" }: CarrierForm,
): Promise<string> {
  const { dialogue, plan } = call;
  if (dialogue === null || result === "hangup") return sayAndHangUp(null);
  // A copy of the request changes nothing.
  if (!dialogue.queue) return dialogue.ended === null ? speak(em, ctx, call) : sayAndHangUp(null);
  const { queue, ...rest } = dialogue;
  if (queue.state === "callback") {
    const over = {
      ...rest,
      ended: "agent_hung_up" as const,
      outcome: "callback" as const,
      say: wellCallBack,
    };
    await updateRow(em, "caller_calls", call.id, { dialogue: over });
    return sayAndHangUp({ text: wellCallBack, voiceId: plan.voiceId, language: plan.language });
  }
  const transferred = { ...rest, ended: "transferred" as const, outcome: "transferred" as const };
  const isBridged = result === "bridged";
  await updateRow(em, "caller_calls", call.id, { dialogue: transferred });
  const left = { ...call, dialogue: transferred };
  if (isBridged) await recordForwarding(em, ctx, left);
  return endTransfer(em, ctx, left, { DialCallStatus: isBridged ? "completed" : "no-answer" });
}

/** The person whom callers wait for has answered the phone: takes the first of them. Machines take nobody. */
export function connectPerson(
  { plan }: CallRow,
  isOver: boolean,
  { AnsweredBy: answeredBy = "" }: CarrierForm,
): string {
  const { voiceId, language, queue } = plan;
  if (["machine", "fax"].includes(readAnsweredBy(answeredBy))) return sayAndHangUp(null);
  if (isOver || !queue) return sayAndHangUp({ text: nobodyWaits, voiceId, language });
  return twiml.takeFromQueue(
    { text: connecting, voiceId, language },
    { queue: queue.name, maxDurationSec: maxTalkSec },
  );
}

/** Rings the person whom callers of a queue wait for, and again later while somebody waits. For the job. */
export async function ringQueue(
  ctx: VoiceContext,
  { ownerId, queue }: { ownerId: string; queue: string },
): Promise<void> {
  const where = `owner_id = $1 AND status = 'in-progress' AND plan->'queue'->>'name' = $2
    AND dialogue->'queue'->>'state' = 'waiting' ORDER BY answered_at, id LIMIT 1`;
  const [first] = await inTransaction(ctx, (em) => findRows(em, "caller_calls", where, [ownerId, queue]), {
    readOnly: true,
  });
  if (!first || first.plan.transferTo === null) return;
  const { to, callerId } = transferTarget(ctx, first, first.plan.transferTo);
  const outcome = await ctx.ports.voice.carrier.placeCall({
    to,
    from: callerId,
    voiceUrl: carrierUrl(ctx.publicUrl, "queue-person", first.id),
    statusUrl: null,
    maxDurationSec: maxTalkSec,
  });
  if (outcome.kind !== "taken") ctx.log.warn({ outcome: outcome.kind }, "The person of a queue was not rung");
  const startAfter = new Date(ctx.clock.now().getTime() + ringAgainMs);
  await inTransaction(ctx, (em) =>
    enqueue(em, ringQueueJob, { queue, ownerId }, { singletonKey: queue, startAfter }),
  );
}

function isWaiting({ dialogue }: CallRow): boolean {
  return dialogue?.queue?.state === "waiting";
}
