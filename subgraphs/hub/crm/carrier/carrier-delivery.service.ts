import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newToken } from "../../../../src/ids.ts";
import type { CarrierOutcome } from "../../../../src/telephony/carrier-requests.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  querySoon,
  claimLostRequests,
  deferRequest,
  lockDueRequests,
  markAsking,
  requeue,
  type PhoneClaim,
} from "./carrier-claim.rows.ts";
import { applyDeliveryReceipt, failRequest } from "./carrier-status.service.ts";
import type { CarrierRecord } from "./carrier.port.ts";
import { blockedAmong } from "../messages/message-blocked.rows.ts";
import { lockMessage } from "../messages/delivery-receipts.service.ts";
import { nextTryAt } from "../messages/message-retries.ts";
import { nextWithinHours } from "../messages/quiet-hours.ts";
import { hasOptedOut } from "../messages/sms-send.service.ts";

const batchSize = 8;
/** Carrier lists may show a new entry late, and its clock may differ from ours. */
const queryAgainMs = 15_000;
const clockSkewMs = 120_000;

/** Sends due texts and calls to the carrier, each once. Returns how many were processed. */
export async function deliverDueRequests(ctx: HubContext): Promise<number> {
  const taken = await asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const due = await lockDueRequests(em, batchSize, now);
    const claims: PhoneClaim[] = [];
    for (const request of due) if (await mayAsk(em, request, now)) claims.push(request);
    const ids = claims.map(({ id }) => id);
    if (ids.length > 0) await markAsking(em, ids, newToken(), now);
    return { claims, seen: due.length };
  });
  await Promise.all(taken.claims.map((claim) => deliver(ctx, claim)));
  return taken.seen;
}

/** False for one that waits for the recipient's hours, or ends here since nothing may go there any more. */
async function mayAsk(em: EntityManager, request: PhoneClaim, now: Date): Promise<boolean> {
  const { id, ownerId, channel, category, address } = request;
  const blocked = await blockedAmong(em, { ownerId, channel, category, addresses: [address] });
  if (blocked.size > 0 || (channel === "sms" && (await hasOptedOut(em, address)))) {
    const message = await lockMessage(em, id);
    await failRequest(em, message!, "suppressed", now);
    return false;
  }
  const opensAt = category === "marketing" ? nextWithinHours(address, now) : now;
  if (opensAt <= now) return true;
  await deferRequest(em, id, opensAt);
  return false;
}

async function deliver(ctx: HubContext, request: PhoneClaim): Promise<void> {
  const outcome = await ask(ctx, request);
  await asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const message = await lockMessage(em, request.id);
    // A delivery receipt may have arrived first.
    if (!message || message.status !== "sending") return;
    switch (outcome.kind) {
      case "taken":
        await applyDeliveryReceipt(
          em,
          message,
          { sid: outcome.sid, status: "queued", durationSeconds: null },
          now,
        );
        return;
      case "refused":
        return failRequest(em, message, "refused", now);
      case "later":
        return tryLater(em, request, now);
      case "unknown":
        return querySoon(em, request.id, new Date(now.getTime() + queryAgainMs));
    }
  });
}

function ask(ctx: HubContext, request: PhoneClaim): Promise<CarrierOutcome> {
  const { id, channel, address: to, body, mediaUrl, fromNumber: from, isRecorded, reservedMinutes } = request;
  const { carrier } = ctx.ports.phone;
  const statusUrl = carrierStatusUrl(ctx.publicUrl, id);
  if (channel === "sms") return carrier.sendText({ to, body, mediaUrl, statusUrl });
  return carrier.placeCall({ to, from, script: body, isRecorded, maxMinutes: reservedMinutes!, statusUrl });
}

/** URL for the carrier's delivery receipts. */
export function carrierStatusUrl(publicUrl: string, messageId: string): string {
  return `${publicUrl}/crm/carrier/status/${messageId}`;
}

async function tryLater(em: EntityManager, request: PhoneClaim, now: Date): Promise<void> {
  const at = nextTryAt(request.attempts + 1, now);
  if (at) return requeue(em, request.id, at);
  const message = await lockMessage(em, request.id);
  await failRequest(em, message!, "expired", now);
}

/**
 * Queries the carrier for texts and calls without an outcome: known ones take over its status, unknown ones are sent
 * again. Returns how many there were.
 */
export async function checkLostRequests(ctx: HubContext): Promise<number> {
  const lost = await asSystem(ctx.em, (em) => claimLostRequests(em, batchSize, ctx.clock.now()));
  for (const request of lost) await checkLost(ctx, request);
  return lost.length;
}

async function checkLost(ctx: HubContext, request: PhoneClaim): Promise<void> {
  const { channel, address, claimedAt } = request;
  const since = new Date(new Date(claimedAt!).getTime() - clockSkewMs);
  const { carrier } = ctx.ports.phone;
  let records: readonly CarrierRecord[];
  try {
    records =
      channel === "sms" ? await carrier.findTexts(address, since) : await carrier.findCalls(address, since);
  } catch (error) {
    // The claim expires, and then the carrier is queried again.
    ctx.log.warn(
      { err: error, messageId: request.id },
      "The carrier did not confirm whether it accepted a message",
    );
    return;
  }
  await asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const message = await lockMessage(em, request.id);
    if (!message) return;
    const record = await findOwn(em, request, records);
    if (record) await applyDeliveryReceipt(em, message, record, now);
    else if (message.status === "sending")
      await tryLater(em, { ...request, attempts: request.attempts - 1 }, now);
  });
}

/** The carrier's record of this message: by its id if known, otherwise the first that belongs to no other message. */
async function findOwn(
  em: EntityManager,
  { channel, body, carrierSid }: PhoneClaim,
  records: readonly CarrierRecord[],
): Promise<CarrierRecord | null> {
  if (carrierSid !== null) return records.find(({ sid }) => sid === carrierSid) ?? null;
  const alike = records.filter((record) => channel === "call" || record.body === body);
  const taken = await executeSql<{ sid: string }>(
    em,
    "SELECT carrier_sid AS sid FROM crm_messages WHERE carrier_sid = ANY($1)",
    [alike.map(({ sid }) => sid)],
  );
  const others = new Set(taken.map(({ sid }) => sid));
  return alike.find(({ sid }) => !others.has(sid)) ?? null;
}
