import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { readPage } from "../../base/read-page.service.ts";
import { customerOf } from "../bookings/write-booking.service.ts";
import { offerFreedSlotJob } from "./waitlist.jobs.ts";
import { dropHold, emitEntryEvent, lockEntry, offerTo, saveEntry } from "./waitlist-offers.service.ts";
import { WaitlistEntryEntity } from "./waitlist-entry.entity.ts";
import { presentEntry, waitlistStateOf } from "./waitlist-states.ts";
import type * as types from "./waitlist.types.ts";

/**
 * Adds a customer to the waitlist of a service. Throws NOT_FOUND for the service or its provider, INVALID_STATE for an
 * archived service, VALIDATION_ERROR for windows, BUSINESS_RULE for a blocked customer, and DUPLICATE with the entry of a
 * customer who waits already.
 */
export function joinWaitlist(
  ctx: GatewayContext,
  input: types.JoinWaitlistInput,
): Promise<types.WaitlistEntry> {
  const { serviceId, clientEmail, providerId = null } = input;
  const windows = checkedWindows(input.windows, ctx.clock.now());
  return exactlyOnce(ctx, { operation: "joinWaitlist", input }, async (em) => {
    await requireService(em, ctx, serviceId, providerId);
    // Locks the customer, so that the same one does not join twice at once.
    const customerId = await customerOf(em, ctx, clientEmail);
    const open = { serviceId, customerId, status: { $in: ["waiting", "offered"] } };
    const known = await em.findOne(WaitlistEntryEntity, open as FilterQuery<WaitlistEntryEntity>);
    if (known) throw waitsAlready(known.id);
    const now = ctx.clock.now();
    const entry = Object.assign(new WaitlistEntryEntity(), {
      id: newId("wle"),
      ownerId: ownerOf(ctx),
      serviceId,
      providerId,
      customerId,
      clientEmail,
      windows,
      status: "waiting",
      holdId: null,
      offeredProviderId: null,
      offerStartsAt: null,
      offerEndsAt: null,
      offerExpiresAt: null,
      offerTtlMinutes: null,
      bookingId: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies WaitlistEntryEntity);
    await em.persist(entry).flush();
    await emitEntryEvent(em, ctx, entry, "joined");
    return presentEntry(entry, now);
  });
}

/** The account's waitlist, longest waiting first. Throws INVALID_CURSOR. */
export function listWaitlist(
  ctx: GatewayContext,
  { serviceId = null, status = null, limit, after }: types.WaitlistArgs,
): Promise<types.WaitlistPage> {
  const now = ctx.clock.now();
  const read = async (em: EntityManager) => {
    const conditions = [
      { ownerId: ownerOf(ctx) },
      ...(serviceId ? [{ serviceId }] : []),
      ...statusCondition(status, now),
    ];
    const filter = { $and: conditions } as FilterQuery<WaitlistEntryEntity>;
    const order = { by: "createdAt", direction: "asc" } as const;
    const list = ["booking waitlist", serviceId, status] as const;
    const query = { filter, list, limit, after, order };
    const { rows, ...page } = await readPage(em, ctx, WaitlistEntryEntity, query);
    return { entries: rows.map((row) => presentEntry(row, now)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Holds a slot for a waiting customer and emails the offer. Throws NOT_FOUND, INVALID_STATE for a customer who has an offer
 * or no longer waits, and as `offerTo`.
 */
export function offerWaitlistSlot(
  ctx: GatewayContext,
  input: types.OfferWaitlistSlotInput,
): Promise<types.WaitlistOffer> {
  return exactlyOnce(ctx, { operation: "offerWaitlistSlot", input }, async (em) => {
    const entry = await requireEntry(em, ctx, input.entryId);
    const now = ctx.clock.now();
    const state = waitlistStateOf(entry, now);
    if (state !== "waiting" && state !== "lapsed")
      throw invalidState("waitlist entry", state, ["waiting", "lapsed"]);
    if (entry.status === "offered") await dropHold(em, entry);
    await offerTo(em, ctx, entry, { start: input.start.getTime(), ttlMinutes: input.ttlMinutes });
    return presentEntry(entry, now).offer!;
  });
}

/**
 * Removes a customer from the waitlist. An offered slot goes to the next one. Does nothing for one who has left. Throws
 * NOT_FOUND, and INVALID_STATE when the offer was accepted.
 */
export function leaveWaitlist(
  ctx: GatewayContext,
  input: types.WaitlistEntryInput,
): Promise<types.LeftWaitlist> {
  return exactlyOnce(ctx, { operation: "leaveWaitlist", input }, async (em) => {
    const entry = await requireEntry(em, ctx, input.entryId);
    const state = waitlistStateOf(entry, ctx.clock.now());
    if (state === "accepted") throw invalidState("waitlist entry", state, ["waiting", "offered", "lapsed"]);
    if (state === "left") return { left: true };
    if (entry.status === "offered") {
      await dropHold(em, entry);
      await enqueue(em, offerFreedSlotJob, {
        ownerId: entry.ownerId,
        serviceId: entry.serviceId,
        providerId: entry.offeredProviderId!,
        start: entry.offerStartsAt!.getTime(),
        end: entry.offerEndsAt!.getTime(),
        ttlMinutes: entry.offerTtlMinutes!,
      });
    }
    entry.status = "left";
    await saveEntry(em, ctx, entry, "left");
    return { left: true };
  });
}

async function requireEntry(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
): Promise<WaitlistEntryEntity> {
  const entry = await lockEntry(em, ctx, id);
  if (!entry) throw notFound("waitlist entry");
  return entry;
}

/** Throws NOT_FOUND for the service and for a provider who does not give it, and INVALID_STATE for an archived one. */
async function requireService(
  em: EntityManager,
  ctx: GatewayContext,
  serviceId: string,
  providerId: string | null,
): Promise<void> {
  const [service] = await executeSql<{ status: string; isGiven: boolean }>(
    em,
    `SELECT s.status, $3::text IS NULL OR EXISTS (SELECT 1 FROM booking_service_providers sp
       JOIN booking_providers p ON p.id = sp.provider_id AND p.status = 'active'
       WHERE sp.service_id = s.id AND p.id = $3) AS "isGiven"
     FROM booking_services s WHERE s.owner_id = $1 AND s.id = $2 FOR KEY SHARE`,
    [ownerOf(ctx), serviceId, providerId],
  );
  if (!service) throw notFound("service");
  if (service.status !== "active") throw invalidState("service", service.status, ["active"]);
  if (!service.isGiven) throw notFound("provider of the service");
}

function checkedWindows(windows: readonly types.WaitlistWindowInput[], now: Date) {
  const faults = windows.flatMap(({ from, to }, index) => {
    const message = from >= to ? "must be after from" : to <= now ? "must be in the future" : null;
    return message === null ? [] : [{ path: `windows.${index}.to`, message, rule: "minimum" }];
  });
  if (faults.length > 0) throw validationError(faults);
  return windows.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
}

/** The state in terms of stored columns: `offered` and `lapsed` may differ by the moment alone. */
function statusCondition(status: types.WaitlistStatus | null, now: Date): object[] {
  if (status === null) return [];
  if (status === "offered") return [{ status, offerExpiresAt: { $gt: now } }];
  if (status === "lapsed")
    return [{ $or: [{ status }, { status: "offered", offerExpiresAt: { $lte: now } }] }];
  return [{ status }];
}

function waitsAlready(entryId: string): DomainError {
  return new DomainError(
    "DUPLICATE",
    "The customer already waits for this service. Remove that entry with leaveWaitlist first.",
    { entryId },
  );
}
