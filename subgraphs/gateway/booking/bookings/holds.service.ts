import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { offerOfHold, withdrawOffer } from "../waitlist/accept-offer.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import type { BookingEntity } from "./booking.entity.ts";
import { holdNotFound } from "./bookings.errors.ts";
import type { HoldIdInput, HoldSlotInput, ReleasedHold, SlotHold } from "./holds.types.ts";
import { placeHold } from "./place-hold.service.ts";

/** A hold that was just consumed. */
export interface TakenHold {
  serviceId: string;
  providerId: string;
  /** Epoch milliseconds. */
  startsAt: number;
}

/**
 * Reserves a slot for a short time, with the same exclusion as a booking. Throws NOT_FOUND, VALIDATION_ERROR, and
 * SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON or TOO_FAR with alternatives.
 */
export function holdSlot(ctx: GatewayContext, input: HoldSlotInput): Promise<SlotHold> {
  return exactlyOnce(ctx, { operation: "holdSlot", input }, async (em) => {
    const { serviceId, providerId = null, start, partySize, ttlSeconds } = input;
    const lapsesAt = new Date(ctx.clock.now().getTime() + ttlSeconds * 1000);
    const slot = { serviceId, providerId, start: start.getTime(), partySize, lapsesAt };
    return presentHold(await placeHold(em, ctx, slot));
  });
}

/**
 * Releases a hold. A customer of the waitlist who was offered it waits again. Throws HOLD_NOT_FOUND when it has expired or
 * was booked.
 */
export function releaseSlot(ctx: GatewayContext, input: HoldIdInput): Promise<ReleasedHold> {
  return exactlyOnce(ctx, { operation: "releaseSlot", input }, async (em) => {
    const offer = await offerOfHold(em, ctx, input.holdId);
    await takeHold(em, ctx, input.holdId);
    if (offer) await withdrawOffer(em, ctx, offer);
    return { released: true };
  });
}

/** Consumes a hold in the open transaction. Throws HOLD_NOT_FOUND, also for an expired hold that was removed. */
export async function takeHold(em: EntityManager, ctx: GatewayContext, holdId: string): Promise<TakenHold> {
  const hold = await deleteHold(em, ctx, holdId);
  if (hold) return hold;
  throw holdNotFound();
}

/** Deletes a hold in the open transaction; null when there is none. */
export async function deleteHold(
  em: EntityManager,
  ctx: GatewayContext,
  holdId: string,
): Promise<TakenHold | null> {
  const [row] = await executeSql<TakenHold>(
    em,
    `DELETE FROM bookings WHERE id = $1 AND owner_id = $2 AND status = 'held'
     RETURNING service_id AS "serviceId", provider_id AS "providerId",
       (extract(epoch FROM starts_at) * 1000)::float8 AS "startsAt"`,
    [holdId, ownerOf(ctx)],
  );
  return row ?? null;
}

function presentHold({ id, providerId, startsAt, endsAt, lapsesAt }: BookingEntity): SlotHold {
  return { holdId: id, providerId, start: startsAt, end: endsAt, expiresAt: lapsesAt! };
}
