import type { EntityManager } from "@mikro-orm/postgresql";
import { copyContext } from "../../../../src/context.ts";
import { inTransaction, asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { isCarrierForm } from "../../../../src/telephony/carrier-signature.ts";
import { takeThought } from "../conversation/conversation.service.ts";
import { releaseReplies } from "../conversation/settle-reply.service.ts";
import { hasModel, think, type Thought } from "../conversation/think.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { CallRow } from "../voice-tables.ts";
import { isFinal } from "./call-states.ts";
import type { CarrierCallAnswer, CarrierCallInput } from "./carrier-hooks.types.ts";
import { carrierUrl } from "./carrier-urls.ts";
import { applyReceipt, lockCall } from "./delivery-receipts.service.ts";
import { beginSpeech, continueSpeech, endTransfer, speak, type CarrierForm } from "./speech.service.ts";
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
  const { kind, callId, body, signature = null } = input;
  const turn = kind === "speech" ? (input.turn ?? "") : undefined;
  const params = Object.fromEntries(new URLSearchParams(body));
  requireSigned(ctx, { url: carrierUrl(ctx.publicUrl, kind, callId, turn), params }, signature);
  const seen = await asSystem(ctx.em, (em) => lockCall(em, callId));
  const sid = params["CallSid"] ?? "";
  if (!seen || !/^CA[0-9a-f]{32}$/.test(sid)) return kind === "status" ? nothing : xml(sayAndHangUp(null));
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: seen.ownerId } });
  const asksForModel = kind === "voice" && seen.dialogue === null && Boolean(seen.plan.conversation);
  const modelIsThere = asksForModel && (await hasModel(own));
  const heard = await inTransaction(own, async (em) => {
    const call = (await lockCall(em, callId))!;
    if (kind === "status") return receiveStatus(em, own, call, params);
    if (isFinal(call.status) || (call.carrierCallId !== null && call.carrierCallId !== sid))
      return sayAndHangUp(null);
    if (kind === "transfer") return endTransfer(em, own, call, params);
    if (kind === "voice") return beginSpeech(em, own, call, params, modelIsThere);
    return continueSpeech(em, own, call, params, Number(turn));
  });
  if (heard === null) return nothing;
  return xml(typeof heard === "string" ? heard : await answerThought(own, heard));
}

/** Asks the model, takes its reply into the call, and returns what to say. */
async function answerThought(ctx: VoiceContext, thought: Thought): Promise<string> {
  const thinking = await think(ctx, thought);
  const { spoken, isUsed } = await inTransaction(ctx, async (em) => {
    const taken = await takeThought(em, ctx, thought, thinking);
    const words = taken.call === null ? sayAndHangUp(null) : await speak(em, ctx, taken.call);
    return { spoken: words, isUsed: taken.isUsed };
  });
  if (!isUsed && thinking.kind !== "reply") await releaseReplies(ctx, thinking.held);
  return spoken;
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
