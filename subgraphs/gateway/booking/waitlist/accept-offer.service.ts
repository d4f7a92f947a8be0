import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { holdNotFound } from "../bookings/bookings.errors.ts";
import { saveEntry } from "./waitlist-offers.service.ts";
import { WaitlistEntryEntity } from "./waitlist-entry.entity.ts";
import { waitlistStateOf } from "./waitlist-states.ts";

/**
 * The entry whose offer is a hold, locked; null for any other hold. Locked before the hold, as those do who let the offer
 * lapse.
 */
export function offerOfHold(
  em: EntityManager,
  ctx: GatewayContext,
  holdId: string,
): Promise<WaitlistEntryEntity | null> {
  const where = { holdId, ownerId: ownerOf(ctx), status: "offered" } as const;
  return em.findOne(WaitlistEntryEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Throws HOLD_NOT_FOUND for an offer that has expired, and VALIDATION_ERROR for another customer than the offer's. */
export function requireAcceptable(entry: WaitlistEntryEntity, clientEmail: string, now: Date): void {
  if (waitlistStateOf(entry, now) !== "offered") throw holdNotFound();
  if (entry.clientEmail.toLowerCase() === clientEmail.toLowerCase()) return;
  const message = "must be that of the customer who was offered the slot";
  throw validationError([{ path: "clientEmail", message, rule: "offered_customer" }]);
}

/** The offered slot was booked. */
export async function acceptOffer(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistEntryEntity,
  bookingId: string,
): Promise<void> {
  Object.assign(entry, { status: "accepted", bookingId });
  await saveEntry(em, ctx, entry, "accepted");
}

/** The hold was released: the customer waits again. */
export async function withdrawOffer(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistEntryEntity,
): Promise<void> {
  Object.assign(entry, {
    status: "waiting",
    holdId: null,
    offeredProviderId: null,
    offerStartsAt: null,
    offerEndsAt: null,
    offerExpiresAt: null,
    offerTtlMinutes: null,
  } satisfies Partial<WaitlistEntryEntity>);
  await saveEntry(em, ctx, entry, null);
}
