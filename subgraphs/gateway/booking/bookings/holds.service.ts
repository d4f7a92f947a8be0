import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { BookingEntity } from "./booking.entity.ts";
import type { HoldIdInput, HoldSlotInput, ReleasedHold, SlotHold } from "./holds.types.ts";
import { providersFor, refusal } from "./choose-slot.service.ts";
import { clearExpired, placeAt, snapshotOf, takeSlot } from "./take-slot.service.ts";

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
    const { serviceId, providerId = null, partySize } = input;
    const start = input.start.getTime();
    const wanted = { serviceId, providerId, partySize };
    const calendar = await readServiceCalendar(em, ctx, { ...wanted, within: { start, end: start } });
    const { service } = calendar;
    const chosen = { wanted, calendar, start, timezone: service.timezone };
    const providerIds = await providersFor(em, ctx, chosen);
    const now = ctx.clock.now();
    const id = newId("hld");
    const draft = {
      id,
      ownerId: ownerOf(ctx),
      appId: "event-manager",
      serviceId,
      serviceSnapshot: snapshotOf(service),
      customerId: null,
      clientEmail: null,
      partySize,
      status: "held" as const,
      lapsesAt: new Date(now.getTime() + input.ttlSeconds * 1000),
      priceMinor: service.priceMinor * partySize,
      feeMinor: null,
      currency: service.currency,
      cancelledBy: null,
      reason: null,
      notes: null,
      answers: null,
      seriesId: null,
      icsSequence: 0,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    const placeWith = (provider: string) =>
      placeAt(service, { id, providerId: provider, start, timezone: service.timezone });
    await clearExpired(em, providerIds, placeWith(""), now);
    for (const provider of providerIds) {
      const row = Object.assign(new BookingEntity(), {
        ...draft,
        ...placeWith(provider),
      } satisfies BookingEntity);
      if (await takeSlot(em, row)) return presentHold(row);
    }
    throw await refusal(em, ctx, chosen, "SLOT_TAKEN");
  });
}

/** Releases a hold. Throws HOLD_NOT_FOUND when it has expired or was booked. */
export function releaseSlot(ctx: GatewayContext, input: HoldIdInput): Promise<ReleasedHold> {
  return exactlyOnce(ctx, { operation: "releaseSlot", input }, async (em) => {
    await takeHold(em, ctx, input.holdId);
    return { released: true };
  });
}

/** Consumes a hold in the open transaction. Throws HOLD_NOT_FOUND, also for an expired hold that was removed. */
export async function takeHold(em: EntityManager, ctx: GatewayContext, holdId: string): Promise<TakenHold> {
  const hold = await deleteHold(em, ctx, holdId);
  if (hold) return hold;
  throw new DomainError("HOLD_NOT_FOUND", "This hold does not exist or has expired. Create a new hold.");
}

async function deleteHold(em: EntityManager, ctx: GatewayContext, holdId: string): Promise<TakenHold | null> {
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
