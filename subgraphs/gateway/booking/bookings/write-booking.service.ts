import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { BookingEntity } from "./booking.entity.ts";
import { approvalMs } from "./booking-states.ts";
import { customerBlocked } from "./bookings.errors.ts";
import type { ChosenSlot } from "./choose-slot.service.ts";
import { firstVideoStatus } from "./video.rows.ts";
import type { VideoStatus } from "./video.types.ts";
import { clearExpired, placeAt, snapshotOf, takeSlot } from "./take-slot.service.ts";

/** The customer and additional details of a booking. */
export type BookingClient = Pick<
  BookingEntity,
  "customerId" | "clientEmail" | "notes" | "answers" | "seriesId"
>;

/** A deposit that a new booking waits for, until a moment. */
export interface AwaitedDeposit {
  amountMinor: number;
  until: Date;
}

/**
 * Inserts a booking with the first available of these providers, in the open transaction. Returns null when all are
 * taken; the transaction stays usable.
 */
export async function writeBooking(
  em: EntityManager,
  ctx: GatewayContext,
  client: BookingClient,
  chosen: ChosenSlot,
  providerIds: readonly string[],
  deposit: AwaitedDeposit | null = null,
): Promise<BookingEntity | null> {
  const { service } = chosen.calendar;
  const now = ctx.clock.now();
  const id = newId("bkg");
  const approvalUntil = service.requiresApproval ? new Date(now.getTime() + approvalMs) : null;
  const lapsesAt = deposit?.until ?? approvalUntil;
  const draft = {
    id,
    ownerId: ownerOf(ctx),
    appId: "event-manager",
    serviceId: service.id,
    serviceSnapshot: snapshotOf(service),
    ...client,
    resourceIds: chosen.calendar.resources.map((resource) => resource.id),
    partySize: chosen.wanted.partySize,
    status: lapsesAt === null ? ("confirmed" as const) : ("pending" as const),
    lapsesAt,
    priceMinor: service.priceMinor * chosen.wanted.partySize,
    feeMinor: null,
    depositDueMinor: deposit?.amountMinor ?? null,
    currency: service.currency,
    checkedInAt: null,
    completedAt: null,
    cancelledBy: null,
    reason: null,
    videoStatus: null as VideoStatus | null,
    videoUrl: null,
    icsSequence: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const { start, timezone } = chosen;
  const block = placeAt(service, { id, providerId: "", start, timezone });
  // Sent before the first attempt, and with it.
  const cleared = clearExpired(em, providerIds, block, now);
  for (const providerId of providerIds) {
    const place = placeAt(service, { id, providerId, start, timezone });
    const videoStatus = await firstVideoStatus(em, providerId, service.videoCalls);
    const fields = { ...draft, ...place, videoStatus } satisfies BookingEntity;
    const row = Object.assign(new BookingEntity(), fields);
    const [isTaken] = await Promise.all([takeSlot(em, row, { now }), cleared]);
    if (isTaken) return row;
  }
  await cleared;
  return null;
}

/**
 * Finds or creates the customer of this email address. The name defaults to the part before the @; that of a known customer
 * stays. The row stays locked, so that a block is decided before or after the booking. Throws BUSINESS_RULE for a blocked
 * customer.
 */
export async function customerOf(
  em: EntityManager,
  ctx: GatewayContext,
  email: string,
  name = email.split("@")[0],
): Promise<string> {
  const [row] = await executeSql<{ id: string; isBlocked: boolean }>(
    em,
    `INSERT INTO booking_customers (id, owner_id, name, email, email_folded, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (owner_id, email_folded) DO UPDATE SET email_folded = EXCLUDED.email_folded
     RETURNING id, blocked_at IS NOT NULL AS "isBlocked"`,
    [newId("bcu"), ownerOf(ctx), name, email, email.toLowerCase(), ctx.clock.now()],
  );
  if (row!.isBlocked) throw customerBlocked(row!.id);
  return row!.id;
}
