import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { readServiceCalendar } from "../availability/service-calendar.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { BookingEntity } from "./booking.entity.ts";
import { providersFor, refusal } from "./choose-slot.service.ts";
import { clearExpired, placeAt, snapshotOf, takeSlot } from "./take-slot.service.ts";

/** A slot to hold until a moment. */
export interface SlotToHold {
  serviceId: string;
  providerId: string | null;
  /** Epoch milliseconds. */
  start: number;
  partySize: number;
  lapsesAt: Date;
  /** Gets the end of the slot in epoch milliseconds; throws when it is not to be held. */
  check?: (end: number) => void;
}

/**
 * Holds a slot in the open transaction, with the same exclusion as a booking. Throws NOT_FOUND, VALIDATION_ERROR,
 * INVALID_STATE for an archived service, and SLOT_TAKEN, OUTSIDE_HOURS, TOO_SOON or TOO_FAR with alternatives; the
 * transaction stays usable.
 */
export async function placeHold(
  em: EntityManager,
  ctx: GatewayContext,
  { serviceId, providerId, start, partySize, lapsesAt, check }: SlotToHold,
): Promise<BookingEntity> {
  const wanted = { serviceId, providerId, partySize };
  const calendar = await readServiceCalendar(em, ctx, { ...wanted, within: { start, end: start } });
  const { service, resources } = calendar;
  check?.(start + service.durationMin * 60_000);
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
    lapsesAt,
    priceMinor: service.priceMinor * partySize,
    feeMinor: null,
    depositDueMinor: null,
    currency: service.currency,
    checkedInAt: null,
    completedAt: null,
    cancelledBy: null,
    reason: null,
    notes: null,
    answers: null,
    resourceIds: resources.map((resource) => resource.id),
    seriesId: null,
    videoStatus: null,
    videoUrl: null,
    icsSequence: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const placeWith = (provider: string) =>
    placeAt(service, { id, providerId: provider, start, timezone: service.timezone });
  await clearExpired(em, providerIds, placeWith(""), now);
  for (const provider of providerIds) {
    const fields = { ...draft, ...placeWith(provider) } satisfies BookingEntity;
    const row = Object.assign(new BookingEntity(), fields);
    if (await takeSlot(em, row, { now })) return row;
  }
  throw await refusal(em, ctx, chosen, "SLOT_TAKEN");
}
