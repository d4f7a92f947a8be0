import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { isCarrierForm } from "../../../../src/telephony/carrier-signature.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import type { HubContext } from "../../hub.context.ts";
import { carrierStatusUrl } from "./carrier-delivery.service.ts";
import { applyDeliveryReceipt } from "./carrier-status.service.ts";
import { recordConsent } from "../contacts/contacts.service.ts";
import type { CarrierHookInput, MessageLinkAnswer } from "../messages/message-links.types.ts";
import { lockMessage, emitEvent } from "../messages/delivery-receipts.service.ts";
import { readSmsRequest, smsAnswers, type SmsRequest } from "../messages/sms-keywords.ts";
import { releaseQuota } from "../campaigns/quotas.service.ts";

/**
 * Receives the carrier's webhooks: delivery receipts and incoming texts. Throws INVALID_SIGNATURE for unsigned ones.
 * Idempotent, in any order.
 */
export async function hearCarrier(ctx: HubContext, input: CarrierHookInput): Promise<MessageLinkAnswer> {
  const params = Object.fromEntries(new URLSearchParams(input.body));
  const url =
    input.kind === "status"
      ? carrierStatusUrl(ctx.publicUrl, input.messageId ?? "")
      : `${ctx.publicUrl}/crm/carrier/inbound`;
  const { signingToken } = ctx.ports.phone;
  const isSigned =
    signingToken !== null && isCarrierForm({ url, params }, input.signature ?? null, signingToken);
  if (!isSigned)
    throw new DomainError(
      "INVALID_SIGNATURE",
      "The signature is missing or does not match the body. Sign the URL and the form.",
    );
  if (input.kind === "status") return receiveStatus(ctx, input.messageId ?? "", params);
  return twiml(await receiveText(ctx, params));
}

async function receiveStatus(
  ctx: HubContext,
  messageId: string,
  params: Record<string, string>,
): Promise<MessageLinkAnswer> {
  const sid = params["MessageSid"] ?? params["CallSid"] ?? "";
  const status = params["MessageStatus"] ?? params["CallStatus"] ?? "";
  const duration = params["CallDuration"];
  const durationSeconds = duration !== undefined && /^\d{1,6}$/.test(duration) ? Number(duration) : null;
  await asSystem(ctx.em, async (em) => {
    const message = await lockMessage(em, messageId);
    if (!message || message.channel === "email" || !/^(SM|MM|CA)\w{32}$/.test(sid)) return;
    await applyDeliveryReceipt(em, message, { sid, status, durationSeconds }, ctx.clock.now());
  });
  return { status: 204, contentType: null, location: null, encoding: "utf8", content: "" };
}

/** The reply to an incoming text; null for none, also for a duplicate of one that was answered. */
async function receiveText(ctx: HubContext, params: Record<string, string>): Promise<string | null> {
  const sid = params["MessageSid"] ?? "";
  const from = toE164(params["From"] ?? "");
  if (from === null || !/^(SM|MM)\w{32}$/.test(sid)) return null;
  const request = readSmsRequest(params["Body"] ?? "");
  return asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const added = await executeSql(
      em,
      `INSERT INTO crm_inbound_texts (sid, request, received_at) VALUES ($1, $2, $3) ON CONFLICT (sid) DO NOTHING RETURNING 1`,
      [sid, request, now],
    );
    if (added.length === 0 || request === null) return null;
    if (request !== "help") await applyRequest(em, from, request, now);
    return smsAnswers[request];
  });
}

/** STOP and START hold for all who write by the platform's number: to the person it is one sender. */
async function applyRequest(
  em: EntityManager,
  number: string,
  request: Exclude<SmsRequest, "help">,
  now: Date,
): Promise<void> {
  const isStop = request === "stop";
  await executeSql(
    em,
    isStop
      ? "INSERT INTO crm_number_optouts (number, at) VALUES ($1, $2) ON CONFLICT (number) DO UPDATE SET at = $2"
      : "DELETE FROM crm_number_optouts WHERE number = $1 AND at <= $2",
    [number, now],
  );
  const owners = await executeSql<{ ownerId: string }>(
    em,
    `SELECT DISTINCT owner_id AS "ownerId" FROM (
       SELECT owner_id FROM crm_messages WHERE channel <> 'email' AND address = $1
       UNION SELECT owner_id FROM crm_contacts WHERE phone = $1) AS known ORDER BY 1`,
    [number],
  );
  const status = isStop ? "unsubscribed" : "subscribed";
  for (const { ownerId } of owners) {
    await recordConsent(em, {
      ownerId,
      address: number,
      channel: "sms",
      status,
      source: `sms ${request}`,
      now,
    });
    if (isStop) await endTexts(em, ownerId, number, now);
  }
}

/** Skips the texts that are still queued, and notifies the owner through the last sent text. */
async function endTexts(em: EntityManager, ownerId: string, number: string, now: Date): Promise<void> {
  const skipped = await executeSql<{ reservationId: string }>(
    em,
    `UPDATE crm_messages SET status = 'failed', reason = 'unsubscribed', failed_at = $3
     WHERE owner_id = $1 AND channel = 'sms' AND address = $2 AND status = 'queued'
     RETURNING reservation_id AS "reservationId"`,
    [ownerId, number, now],
  );
  for (const { reservationId } of skipped) await releaseQuota(em, { id: reservationId }, now);
  const [last] = await executeSql<{ id: string }>(
    em,
    `UPDATE crm_messages SET unsubscribed_at = coalesce(unsubscribed_at, $3)
     WHERE id = (SELECT id FROM crm_messages WHERE owner_id = $1 AND channel = 'sms' AND address = $2
       ORDER BY created_at DESC, id DESC LIMIT 1) RETURNING id`,
    [ownerId, number, now],
  );
  const message = last ? await lockMessage(em, last.id) : null;
  if (message) await emitEvent(em, "unsubscribed", message, "sms_stop");
}

/** The carrier's next action (TwiML): sends this text back, or nothing. */
function twiml(text: string | null): MessageLinkAnswer {
  const content = `<?xml version="1.0" encoding="UTF-8"?><Response>${text === null ? "" : `<Message>${text}</Message>`}</Response>`;
  return { status: 200, contentType: "text/xml; charset=utf-8", location: null, encoding: "utf8", content };
}
