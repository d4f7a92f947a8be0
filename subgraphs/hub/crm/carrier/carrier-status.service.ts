import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { usedMinutes } from "./call-minutes.ts";
import { moveMessage, type ReceiptMessage } from "../messages/delivery-receipts.service.ts";
import { releaseQuota, settleQuota } from "../campaigns/quotas.service.ts";

/** Delivery receipt: the carrier's status of a text or call. */
export interface DeliveryReceipt {
  sid: string;
  /** As the carrier says it. */
  status: string;
  durationSeconds: number | null;
}

/** A call without a final status is queried after this time. */
const callReceiptTimeoutMs = 30 * 60_000;

type Meaning = "taken" | "delivered" | "failed" | "nothing";
const meanings: Readonly<Record<string, Meaning>> = {
  accepted: "taken",
  scheduled: "taken",
  queued: "taken",
  sending: "taken",
  sent: "taken",
  initiated: "taken",
  ringing: "taken",
  "in-progress": "taken",
  delivered: "delivered",
  read: "delivered",
  completed: "delivered",
  undelivered: "failed",
  failed: "failed",
  busy: "failed",
  "no-answer": "failed",
  canceled: "failed",
};

interface PhoneFacts {
  reservationId: string;
  segments: number | null;
  reservedMinutes: number | null;
  carrierSid: string | null;
}

/**
 * Applies a delivery receipt to a locked text or call. Receipts may come in any order and repeatedly. Returns false
 * when it is about another message or changes nothing. A text counts as used when the carrier accepts it, a call by its
 * duration.
 */
export async function applyDeliveryReceipt(
  em: EntityManager,
  message: ReceiptMessage,
  { sid, status, durationSeconds }: DeliveryReceipt,
  now: Date,
): Promise<boolean> {
  const [facts] = await executeSql<PhoneFacts>(
    em,
    `SELECT reservation_id AS "reservationId", segments, reserved_minutes AS "reservedMinutes", carrier_sid AS "carrierSid"
     FROM crm_messages WHERE id = $1`,
    [message.id],
  );
  if (!facts || (facts.carrierSid !== null && facts.carrierSid !== sid)) return false;
  const meaning = Object.hasOwn(meanings, status) ? meanings[status]! : "nothing";
  if (meaning === "nothing") return false;
  const isTaken = await markTaken(em, message, sid, now);
  if (message.channel === "sms") await settleQuota(em, { id: facts.reservationId }, facts.segments!, now);
  if (meaning === "taken") return isTaken;
  const reason = meaning === "failed" ? status : null;
  const isMoved = await moveMessage(em, message, { to: meaning, reason, now });
  if (message.channel === "call") await settleCall(em, facts, durationSeconds, now);
  return isMoved || isTaken;
}

async function settleCall(
  em: EntityManager,
  { reservationId, reservedMinutes }: PhoneFacts,
  durationSeconds: number | null,
  now: Date,
): Promise<void> {
  const minutes = usedMinutes(durationSeconds ?? 0, reservedMinutes!);
  await settleQuota(em, { id: reservationId }, minutes, now);
}

/** Notes under which id the carrier has it. */
async function markTaken(
  em: EntityManager,
  message: ReceiptMessage,
  sid: string,
  now: Date,
): Promise<boolean> {
  const isNew = message.status === "sending" || message.status === "queued";
  const until = message.channel === "call" ? new Date(now.getTime() + callReceiptTimeoutMs) : null;
  await executeSql(
    em,
    `UPDATE crm_messages SET carrier_sid = $2, sent_at = coalesce(sent_at, $3),
       status = CASE WHEN status IN ('sending', 'queued') THEN 'sent' ELSE status END,
       claimed_until = CASE WHEN status IN ('sending', 'queued') THEN $4::timestamptz ELSE claimed_until END WHERE id = $1`,
    [message.id, sid, now, until],
  );
  if (isNew) message.status = "sent";
  return isNew;
}

/** Fails a text or call that the carrier does not have, and releases its quota. */
export async function failRequest(
  em: EntityManager,
  message: ReceiptMessage,
  reason: string,
  now: Date,
): Promise<void> {
  if (message.status !== "sending" && message.status !== "queued") return;
  await moveMessage(em, message, { to: "failed", reason, now });
  const [row] = await executeSql<{ reservationId: string }>(
    em,
    `SELECT reservation_id AS "reservationId" FROM crm_messages WHERE id = $1`,
    [message.id],
  );
  await releaseQuota(em, { id: row!.reservationId }, now);
}
