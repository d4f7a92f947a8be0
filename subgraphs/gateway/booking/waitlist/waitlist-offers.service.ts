import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { customerBlocked } from "../bookings/bookings.errors.ts";
import { placeHold } from "../bookings/place-hold.service.ts";
import { sendWaitlistMailJob } from "./send-waitlist-mail.job.ts";
import { changeEntry } from "./waitlist-entries.service.ts";
import { findRows, type WaitlistRow } from "./waitlist.rows.ts";
import { isWanted } from "./waitlist-states.ts";

const minuteMs = 60_000;

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
  entry: WaitlistRow,
  { start, providerId, ttlMinutes }: OfferedSlot,
): Promise<WaitlistRow> {
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
  const offer = {
    status: "offered" as const,
    holdId: hold.id,
    offeredProviderId: hold.providerId,
    offerStartsAt: hold.startsAt.toISOString(),
    offerEndsAt: hold.endsAt.toISOString(),
    offerExpiresAt: expiresAt.toISOString(),
    offerTtlMinutes: ttlMinutes,
  };
  await enqueue(em, sendWaitlistMailJob, { entryId, ownerId, holdId: hold.id });
  return changeEntry(em, ctx, entry, offer, "offered");
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
  const [entry] = await findRows(
    em,
    "booking_waitlist",
    `t.owner_id = $1 AND t.service_id = $2 AND t.status = 'waiting'
       AND (t.provider_id IS NULL OR t.provider_id = $3)
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset(t.windows) AS one ("from" timestamptz, "to" timestamptz)
         WHERE one."from" <= $4 AND $5 <= one."to")
       AND NOT EXISTS (SELECT 1 FROM booking_customers c WHERE c.id = t.customer_id AND c.blocked_at IS NOT NULL)
     ORDER BY t.created_at, t.id LIMIT 1 FOR UPDATE OF t SKIP LOCKED`,
    [ownerOf(ctx), serviceId, providerId, new Date(start), new Date(end)],
  );
  if (!entry) return;
  await offerTo(em, ctx, entry, { start, providerId, ttlMinutes }).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

function notWanted(): DomainError {
  return businessRule(
    "outside_windows",
    "The customer does not wait for this time. Choose a start within the windows of the entry.",
  );
}
