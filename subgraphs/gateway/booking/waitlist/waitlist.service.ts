import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { deleteHold } from "../bookings/holds.service.ts";
import { customerOf } from "../bookings/write-booking.service.ts";
import { changeEntry, emitEntryEvent, lockEntry } from "./waitlist-entries.service.ts";
import { offerFreedSlotJob } from "./waitlist-offers.job.ts";
import { offerTo } from "./waitlist-offers.service.ts";
import { findRows, insertAll, noOffer, pageRows, type WaitlistRow } from "./waitlist.rows.ts";
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
    const where = "service_id = $1 AND customer_id = $2 AND status IN ('waiting', 'offered')";
    const [known] = await findRows(em, "booking_waitlist", where, [serviceId, customerId]);
    if (known) throw waitsAlready(known.id);
    const now = ctx.clock.now();
    const entry: WaitlistRow = {
      id: newId("wle"),
      ownerId: ownerOf(ctx),
      serviceId,
      providerId,
      customerId,
      clientEmail,
      windows,
      status: "waiting",
      ...noOffer,
      bookingId: null,
      version: 1,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    await insertAll(em, "booking_waitlist", [entry]);
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
    const { rows, ...page } = await pageRows(em, ctx, "booking_waitlist", {
      where: `($2::text IS NULL OR service_id = $2) AND ($3::text IS NULL OR $3 =
        CASE WHEN status = 'offered' AND offer_expires_at <= $4 THEN 'lapsed' ELSE status END)`,
      values: [serviceId, status, now],
      list: ["booking waitlist", serviceId, status],
      limit,
      after,
      order: "oldest first",
    });
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
    if (entry.status === "offered") await deleteHold(em, ctx, entry.holdId!);
    const slot = { start: input.start.getTime(), ttlMinutes: input.ttlMinutes };
    return presentEntry(await offerTo(em, ctx, entry, slot), now).offer!;
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
      await deleteHold(em, ctx, entry.holdId!);
      await enqueue(em, offerFreedSlotJob, {
        ownerId: entry.ownerId,
        serviceId: entry.serviceId,
        providerId: entry.offeredProviderId!,
        start: Date.parse(entry.offerStartsAt!),
        end: Date.parse(entry.offerEndsAt!),
        ttlMinutes: entry.offerTtlMinutes!,
      });
    }
    await changeEntry(em, ctx, entry, { status: "left" }, "left");
    return { left: true };
  });
}

async function requireEntry(em: EntityManager, ctx: GatewayContext, id: string): Promise<WaitlistRow> {
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

function waitsAlready(entryId: string): DomainError {
  return new DomainError(
    "DUPLICATE",
    "The customer already waits for this service. Remove that entry with leaveWaitlist first.",
    { entryId },
  );
}
