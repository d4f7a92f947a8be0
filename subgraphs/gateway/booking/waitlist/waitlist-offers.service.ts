import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { customerBlocked } from "../bookings/bookings.errors.ts";
import { placeHold } from "../bookings/place-hold.service.ts";
import { sendWaitlistMailJob } from "./send-waitlist-mail.job.ts";
import { WaitlistEntryEntity } from "./waitlist-entry.entity.ts";
import { isWanted, presentEntry } from "./waitlist-states.ts";

const minuteMs = 60_000;

/** Changes of a waitlist entry that emit an event. */
export type WaitlistEvent = "joined" | "offered" | "accepted" | "lapsed" | "left";

/** Saves the changes of a locked entry and records its event in the open transaction. */
export async function saveEntry(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistEntryEntity,
  event: WaitlistEvent | null,
): Promise<void> {
  const now = ctx.clock.now();
  Object.assign(entry, { version: entry.version + 1, updatedAt: now });
  await em.flush();
  if (event) await emitEntryEvent(em, ctx, entry, event);
}

/** Records an event of an entry, with the entry as it is now. */
export function emitEntryEvent(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistEntryEntity,
  event: WaitlistEvent,
): Promise<unknown> {
  const { id: objectId, ownerId } = entry;
  const payload = { object: presentEntry(entry, ctx.clock.now()), previous: null };
  return emitEvent(em, { type: `waitlist.${event}`, objectId, appId: "event-manager", ownerId, payload });
}

/** What is offered, and for how long. */
export interface OfferedSlot {
  /** Epoch milliseconds. */
  start: number;
  /** Default: the provider of the entry. */
  providerId?: string;
  ttlMinutes: number;
}

/**
 * Holds a slot for the customer of a locked entry and emails the offer, in the open transaction. The entry is unchanged
 * when it throws: SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON, TOO_FAR, INVALID_STATE for an archived service, BUSINESS_RULE
 * for a time that is not wanted and for a blocked customer.
 */
export async function offerTo(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistEntryEntity,
  { start, providerId, ttlMinutes }: OfferedSlot,
): Promise<void> {
  const { id: entryId, ownerId, serviceId, customerId } = entry;
  const [customer] = await executeSql<{ isBlocked: boolean }>(
    em,
    'SELECT blocked_at IS NOT NULL AS "isBlocked" FROM booking_customers WHERE id = $1 FOR SHARE',
    [customerId],
  );
  if (customer!.isBlocked) throw customerBlocked(customerId);
  const expiresAt = new Date(Math.min(ctx.clock.now().getTime() + ttlMinutes * minuteMs, start));
  const hold = await placeHold(em, ctx, {
    serviceId,
    providerId: providerId ?? entry.providerId,
    start,
    partySize: 1,
    lapsesAt: expiresAt,
    check: (end) => {
      if (!isWanted(entry.windows, { start, end })) throw notWanted();
    },
  });
  Object.assign(entry, {
    status: "offered",
    holdId: hold.id,
    offeredProviderId: hold.providerId,
    offerStartsAt: hold.startsAt,
    offerEndsAt: hold.endsAt,
    offerExpiresAt: expiresAt,
    offerTtlMinutes: ttlMinutes,
  } satisfies Partial<WaitlistEntryEntity>);
  await saveEntry(em, ctx, entry, "offered");
  await enqueue(em, sendWaitlistMailJob, { entryId, ownerId, holdId: hold.id });
}

/** A slot that became free. */
export interface FreedSlot {
  serviceId: string;
  providerId: string;
  /** Epoch milliseconds. */
  start: number;
  /** Epoch milliseconds. */
  end: number;
}

/**
 * Offers a free slot to the customer who has waited longest for such a time, in the open transaction. Nothing happens
 * when nobody waits for it, or when the slot can no longer be booked.
 */
export async function offerToNext(
  em: EntityManager,
  ctx: GatewayContext,
  { serviceId, providerId, start, end }: FreedSlot,
  ttlMinutes: number,
): Promise<void> {
  const [next] = await executeSql<{ id: string }>(
    em,
    `SELECT w.id FROM booking_waitlist w
     WHERE w.owner_id = $1 AND w.service_id = $2 AND w.status = 'waiting'
       AND (w.provider_id IS NULL OR w.provider_id = $3)
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset(w.windows) AS one ("from" timestamptz, "to" timestamptz)
         WHERE one."from" <= $4 AND $5 <= one."to")
       AND NOT EXISTS (SELECT 1 FROM booking_customers c WHERE c.id = w.customer_id AND c.blocked_at IS NOT NULL)
     ORDER BY w.created_at, w.id LIMIT 1 FOR UPDATE OF w SKIP LOCKED`,
    [ownerOf(ctx), serviceId, providerId, new Date(start), new Date(end)],
  );
  if (!next) return;
  const entry = await em.findOneOrFail(WaitlistEntryEntity, { id: next.id }, { refresh: true });
  await offerTo(em, ctx, entry, { start, providerId, ttlMinutes }).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/** Deletes the hold of a locked entry's offer, if it is still there. */
export async function dropHold(em: EntityManager, { holdId, ownerId }: WaitlistEntryEntity): Promise<void> {
  await executeSql(em, "DELETE FROM bookings WHERE id = $1 AND owner_id = $2 AND status = 'held'", [
    holdId,
    ownerId,
  ]);
}

/** One of the account's entries, locked until the transaction ends; null when there is none. */
export function lockEntry(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
): Promise<WaitlistEntryEntity | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  return em.findOne(WaitlistEntryEntity, { id, ownerId: ownerOf(ctx) }, lock);
}

function notWanted(): DomainError {
  return businessRule(
    "outside_windows",
    "The customer does not wait for this time. Choose a start within the windows of the entry.",
  );
}
