import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { holdNotFound } from "../bookings/bookings.errors.ts";
import { changeEntry } from "./waitlist-entries.service.ts";
import { findRows, noOffer, type WaitlistRow } from "./waitlist.rows.ts";
import { waitlistStateOf } from "./waitlist-states.ts";

/**
 * The entry whose offer is a hold, locked; null for any other hold. It is locked before the hold, in the order of those who
 * end an expired offer.
 */
export async function offerOfHold(
  em: EntityManager,
  ctx: GatewayContext,
  holdId: string,
): Promise<WaitlistRow | null> {
  const where = "owner_id = $1 AND hold_id = $2 AND status = 'offered' FOR UPDATE";
  const [entry] = await findRows(em, "booking_waitlist", where, [ownerOf(ctx), holdId]);
  return entry ?? null;
}

/** Throws HOLD_NOT_FOUND for an offer that has expired, and VALIDATION_ERROR for another customer than the offer's. */
export function requireAcceptable(entry: WaitlistRow, clientEmail: string, now: Date): void {
  if (waitlistStateOf(entry, now) !== "offered") throw holdNotFound();
  if (entry.clientEmail.toLowerCase() === clientEmail.toLowerCase()) return;
  const message = "must be that of the customer who was offered the slot";
  throw validationError([{ path: "clientEmail", message, rule: "offered_customer" }]);
}

/** The offered slot was booked. */
export async function acceptOffer(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistRow,
  bookingId: string,
): Promise<void> {
  await changeEntry(em, ctx, entry, { status: "accepted", bookingId }, "accepted");
}

/** The hold was released: the customer waits again. */
export async function withdrawOffer(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistRow,
): Promise<void> {
  await changeEntry(em, ctx, entry, { status: "waiting", ...noOffer }, null);
}
