import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../../src/context.ts";
import { inTransaction, asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { isCarrierForm } from "../../../../src/telephony/carrier-signature.ts";
import { hasModel } from "../conversation/think.service.ts";
import { receiveInbound } from "../inbound/inbound.service.ts";
import { chooseInQueue, connectPerson, endQueue, waitInQueue } from "../inbound/queue.service.ts";
import { receiveRecording } from "../recordings/recordings.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { findRows } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { isFinal } from "./call-states.ts";
import type { CarrierCallAnswer, CarrierCallInput } from "./carrier-hooks.types.ts";
import {
  carrierUrl,
  inboundUrls,
  type CarrierHookKind,
  type NumberHookKind,
  type StreamHookKind,
} from "./carrier-urls.ts";
import { applyReceipt, lockCall } from "./delivery-receipts.service.ts";
import { afterStream, hearCallStream } from "../streams/call-stream.service.ts";
import {
  answerThought,
  beginSpeech,
  continueSpeech,
  endTransfer,
  afterMedia,
  introduce,
  type CarrierForm,
} from "./speech.service.ts";
import { sayAndHangUp } from "./twiml.ts";

/**
 * Responds to the carrier: the first text of a call, the next one, or nothing for a status update. Throws
 * INVALID_SIGNATURE for unsigned requests. Safe under duplicates and any order: a reply that was already processed gets
 * the same response. A language model is asked between two transactions.
 */
export async function hearCarrierCall(
  ctx: VoiceContext,
  input: CarrierCallInput,
): Promise<CarrierCallAnswer> {
  const { kind, body, signature = null } = input;
  if (kind === "inbound" || kind === "inbound-status") return hearNumber(ctx, kind, { body, signature });
  if (isStreamKind(kind)) return hearCallStream(ctx, kind, input);
  const callId = input.callId ?? "";
  const turn = kind === "speech" ? (input.turn ?? "") : undefined;
  const params = Object.fromEntries(new URLSearchParams(body));
  requireSigned(ctx, { url: carrierUrl(ctx.publicUrl, kind, callId, turn), params }, signature);
  const seen = await asSystem(ctx.em, (em) => lockCall(em, callId));
  // A person who is being called for a transfer is a call of their own at the carrier.
  const sid = params[kind === "whisper" ? "ParentCallSid" : "CallSid"] ?? "";
  if (!seen || !/^CA[0-9a-f]{32}$/.test(sid))
    return reportKinds.has(kind) ? nothing : xml(sayAndHangUp(null));
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: seen.ownerId } });
  const asksForModel = kind === "voice" && seen.dialogue === null && Boolean(seen.plan.conversation);
  const modelIsThere = asksForModel && (await hasModel(own));
  const heard = await inTransaction(own, async (em) => {
    const call = (await lockCall(em, callId))!;
    if (kind === "status") return receiveStatus(em, own, call, params);
    if (kind === "recording") {
      if (call.carrierCallId === sid) await receiveRecording(em, call, params);
      return null;
    }
    // The person whom callers wait for is a call of their own at the carrier.
    if (kind === "queue-person") return connectPerson(call, isFinal(call.status), params);
    if (isFinal(call.status) || (call.carrierCallId !== null && call.carrierCallId !== sid))
      return sayAndHangUp(null);
    if (kind === "streamed") return afterMedia(em, own, await afterStream(em, call));
    if (kind === "whisper") return introduce(call);
    if (kind === "transfer") return endTransfer(em, own, call, params);
    if (kind === "queue-wait") return waitInQueue(em, own, call, params);
    if (kind === "queue-key") return chooseInQueue(em, own, call, params);
    if (kind === "queue-left") return endQueue(em, own, call, params);
    if (kind === "voice") return beginSpeech(em, own, call, params, modelIsThere);
    return continueSpeech(em, own, call, params, Number(turn));
  });
  if (heard === null) return nothing;
  return xml(typeof heard === "string" ? heard : await answerThought(own, heard));
}

const streamKinds: ReadonlySet<string> = new Set([
  "stream-open",
  "stream-speech",
  "stream-machine",
  "stream-close",
]);

function isStreamKind(kind: CarrierHookKind): kind is StreamHookKind {
  return streamKinds.has(kind);
}

/** Reports of the carrier, which takes no instructions in return. */
const reportKinds: ReadonlySet<string> = new Set(["status", "recording"]);

/** A call to one of our numbers, or the end of one. */
async function hearNumber(
  ctx: VoiceContext,
  kind: NumberHookKind,
  { body, signature }: { body: string; signature: string | null },
): Promise<CarrierCallAnswer> {
  const params = Object.fromEntries(new URLSearchParams(body));
  const { voiceUrl, statusUrl } = inboundUrls(ctx.publicUrl);
  requireSigned(ctx, { url: kind === "inbound" ? voiceUrl : statusUrl, params }, signature);
  if (kind === "inbound") return xml(await receiveInbound(ctx, params));
  const where = "carrier_call_id = $1 AND direction = 'inbound'";
  const values = [params["CallSid"] ?? ""];
  const [seen] = await asSystem(ctx.em, (em) => findRows(em, "caller_calls", where, values));
  if (!seen) return nothing;
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: seen.ownerId } });
  await inTransaction(own, async (em) => receiveStatus(em, own, (await lockCall(em, seen.id))!, params));
  return nothing;
}

/** Throws INVALID_SIGNATURE for what the carrier has not signed. */
function requireSigned(
  ctx: VoiceContext,
  form: { url: string; params: CarrierForm },
  signature: string | null,
): void {
  const { signingToken } = ctx.ports.voice;
  if (signingToken !== null && isCarrierForm(form, signature, signingToken)) return;
  throw new DomainError(
    "INVALID_SIGNATURE",
    "The webhook signature is missing or invalid. Check X-Twilio-Signature.",
  );
}

async function receiveStatus(
  em: EntityManager,
  ctx: VoiceContext,
  call: CallRow,
  params: CarrierForm,
): Promise<null> {
  const { CallSid: sid = "", CallStatus: status = "", SequenceNumber: sequence = "" } = params;
  const duration = params["CallDuration"] ?? "";
  const told = new Date(params["Timestamp"] ?? "");
  await applyReceipt(em, ctx, call, {
    sid,
    status,
    sequence: /^\d{1,6}$/.test(sequence) ? Number(sequence) : null,
    at: Number.isNaN(told.getTime()) ? ctx.clock.now() : told,
    durationSec: /^\d{1,6}$/.test(duration) ? Number(duration) : null,
  });
  return null;
}

const plain = { location: null, encoding: "utf8" };
const nothing: CarrierCallAnswer = { ...plain, status: 204, contentType: null, content: "" };

function xml(content: string): CarrierCallAnswer {
  return { ...plain, status: 200, contentType: "text/xml; charset=utf-8", content };
}
