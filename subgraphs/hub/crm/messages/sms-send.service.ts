import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import type { HubContext } from "../../hub.context.ts";
import { callMinutes } from "../carrier/call-minutes.ts";
import { selectProfile } from "../campaigns/campaign-profile.service.ts";
import type { Category } from "../campaigns/campaign.types.ts";
import { findContacts, findContactsByAddress } from "../contacts/contacts.service.ts";
import { contactNotFound } from "../crm.errors.ts";
import { blockedAmong } from "./message-blocked.rows.ts";
import type { PlaceCallInput, PlacedCall, SendSmsInput, SentSms } from "./message-phone.types.ts";
import { nextWithinHours } from "./quiet-hours.ts";
import { reserveQuota } from "../campaigns/quotas.service.ts";
import { countSegments } from "./sms-segments.ts";

/**
 * Enqueues a text: reserves the quota for its segments; the carrier receives it soon after, marketing texts only within
 * the recipient's daytime hours. Throws VALIDATION_ERROR for an invalid number, CONTACT_NOT_FOUND, INVALID_STATE for a
 * recipient who has opted out, RATE_LIMIT_EXCEEDED (`quota`). Idempotent by the idempotency key.
 */
export function sendSms(ctx: HubContext, input: SendSmsInput): Promise<SentSms> {
  const to = readNumber("to", input.to);
  const { segments } = countSegments(input.body);
  return exactlyOnce(ctx, { operation: "sendSms", input }, async (em) => {
    const taken = await takeOn(ctx, em, {
      channel: "sms",
      to,
      category: input.category ?? "marketing",
      contactId: input.contactId ?? null,
      quota: { kind: "sms", amount: segments },
      body: input.body,
      mediaUrl: input.mediaUrl ?? null,
      segments,
    });
    return { messageId: taken.id, status: "queued", segments, scheduledFor: taken.scheduledFor };
  });
}

/** The same for a call that speaks a script: minutes for all of it are reserved. */
export function placeCall(ctx: HubContext, input: PlaceCallInput): Promise<PlacedCall> {
  const to = readNumber("to", input.to);
  const from = input.from ? readNumber("from", input.from) : null;
  return exactlyOnce(ctx, { operation: "placeCall", input }, async (em) => {
    const script = input.script ?? (await greeting(em, ctx.principal.ownerId ?? ""));
    const reservedMinutes = callMinutes(script);
    const taken = await takeOn(ctx, em, {
      channel: "call",
      to,
      category: input.category ?? "marketing",
      contactId: input.contactId ?? null,
      quota: { kind: "callMinutes", amount: reservedMinutes },
      body: script,
      from,
      isRecorded: input.recordingConsent,
      reservedMinutes,
    });
    return { callId: taken.id, status: "queued", scheduledFor: taken.scheduledFor };
  });
}

interface Asked {
  channel: "sms" | "call";
  to: string;
  category: Category;
  contactId: string | null;
  quota: { kind: "sms" | "callMinutes"; amount: number };
  body: string;
  mediaUrl?: string | null;
  segments?: number;
  from?: string | null;
  isRecorded?: boolean;
  reservedMinutes?: number;
}

async function takeOn(
  ctx: HubContext,
  em: EntityManager,
  asked: Asked,
): Promise<{ id: string; scheduledFor: Date }> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const { channel, to, category, quota } = asked;
  const contactId = await findContact(em, ownerId, asked);
  const blocked = (await blockedAmong(em, { ownerId, channel, category, addresses: [to] })).get(to);
  if (blocked || (channel === "sms" && (await hasOptedOut(em, to))))
    throw optedOut(blocked ?? "unsubscribed");
  const reservation = await reserveQuota(em, { ownerId, ...quota, now });
  const scheduledFor = category === "marketing" ? nextWithinHours(to, now) : now;
  const id = newId("msg");
  await executeSql(
    em,
    `INSERT INTO crm_messages (id, owner_id, channel, category, address, contact_id, body, media_url, from_number,
       is_recorded, segments, reserved_minutes, reservation_id, status, next_attempt_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'queued', $14, $15)`,
    [
      id,
      ownerId,
      channel,
      category,
      to,
      contactId,
      asked.body,
      asked.mediaUrl ?? null,
      asked.from ?? null,
      asked.isRecorded ?? false,
      asked.segments ?? null,
      asked.reservedMinutes ?? null,
      reservation.id,
      scheduledFor,
      now,
    ],
  );
  return { id, scheduledFor };
}

async function findContact(
  em: EntityManager,
  ownerId: string,
  { channel, to, contactId }: Asked,
): Promise<string | null> {
  if (contactId === null) {
    const found = await findContactsByAddress(em, { ownerId, channel, addresses: [to] });
    return found.get(to)?.id ?? null;
  }
  const found = await findContacts(em, { ownerId, contactIds: [contactId] });
  if (!found.has(contactId)) throw contactNotFound();
  return contactId;
}

/** Whether the number has said STOP to the platform's number, whichever account had written. */
export async function hasOptedOut(em: EntityManager, number: string): Promise<boolean> {
  const sql = "SELECT 1 FROM crm_number_optouts WHERE number = $1";
  return (await executeSql(em, sql, [number])).length > 0;
}

function optedOut(reason: string): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This number opted out or is suppressed. Remove it from the recipients.",
    {
      reason,
    },
  );
}

function readNumber(path: string, text: string): string {
  const number = toE164(text);
  if (number !== null) return number;
  throw validationError([
    { path, message: "must be a phone number with country code, for example +14155550123", rule: "phone" },
  ]);
}

async function greeting(em: EntityManager, ownerId: string): Promise<string> {
  const { businessName } = await selectProfile(em, ownerId);
  return businessName === null
    ? "Hello. Someone would like to talk to you."
    : `Hello. This is ${businessName}.`;
}
