import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { applyChange } from "../bookings/change-booking.service.ts";
import { momentWanted } from "../bookings/choose-slot.service.ts";
import { moveTo } from "../bookings/move-booking.service.ts";
import { slotRefused } from "../bookings/bookings.errors.ts";
import { findProvider } from "../setup/providers.service.ts";
import type * as types from "./bulk-moves.types.ts";
import { firstFreeStart, freeColleague } from "./find-places.service.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 31;
/** The most bookings that one request moves. */
const maxBookings = 100;

/**
 * Moves the bookings of a provider in a period, each on its own: those that find no place stay and are reported. A preview
 * does the same and rolls it back. Throws NOT_FOUND for a provider, VALIDATION_ERROR for the period, and BUSINESS_RULE for
 * too many bookings. Idempotent by the request's key.
 */
export async function bulkRescheduleBookings(
  ctx: GatewayContext,
  input: types.BulkRescheduleBookingsInput,
): Promise<types.BulkReschedule> {
  const { from, to, providerId, reassignTo } = input;
  if (from >= to) throw refused("to", "must be after from", "minimum");
  if (to.getTime() - from.getTime() > maxDays * dayMs)
    throw refused("to", `must be within ${maxDays} days after from`, "range");
  if (reassignTo === providerId) throw refused("reassignTo", "must be another provider", "other");
  const work = (em: EntityManager) => moveAll(em, ctx, input);
  if (!input.preview) return exactlyOnce(ctx, { operation: "bulkRescheduleBookings", input }, work);
  const previewing = inTransaction(ctx, async (em) => {
    throw new PreviewDone(await work(em));
  });
  return previewing.catch((error: unknown) => {
    if (error instanceof PreviewDone) return error.result;
    throw error;
  });
}

/** Rolls the moves of a preview back. */
class PreviewDone extends Error {
  readonly result: types.BulkReschedule;
  constructor(result: types.BulkReschedule) {
    super("The preview is done.");
    this.result = result;
  }
}

async function moveAll(
  em: EntityManager,
  ctx: GatewayContext,
  input: types.BulkRescheduleBookingsInput,
): Promise<types.BulkReschedule> {
  await findProvider(em, ctx, input.providerId);
  if (input.reassignTo) await findProvider(em, ctx, input.reassignTo);
  const bookings = await bookingsToMove(em, ctx, input);
  if (bookings.length > maxBookings)
    throw businessRule(
      "too_many_bookings",
      `More than ${maxBookings} bookings are in this period. Choose a shorter period.`,
    );
  const results = new Map<string, types.BulkRescheduleResult>();
  // The last first, so that none is shifted to the time of one that has not moved yet.
  const inOrder = input.strategy === "shift" ? bookings.toReversed() : bookings;
  for (const booking of inOrder) results.set(booking.id, await moveOne(em, ctx, booking, input));
  const all = bookings.map(({ id }) => results.get(id)!);
  const moved = all.filter(({ ok }) => ok).length;
  return { preview: input.preview, moved, failed: all.length - moved, results: all };
}

/** Pending and confirmed bookings of the provider in the period that have not started, locked, by start. */
function bookingsToMove(
  em: EntityManager,
  ctx: GatewayContext,
  { providerId, from, to }: types.BulkRescheduleBookingsInput,
): Promise<BookingEntity[]> {
  const now = ctx.clock.now();
  return em.find(
    BookingEntity,
    {
      ownerId: ownerOf(ctx),
      providerId,
      startsAt: { $gte: from > now ? from : now, $lt: to },
      $or: [{ status: "confirmed" }, { status: "pending", lapsesAt: { $gt: now } }],
    },
    {
      orderBy: { startsAt: 1, id: 1 },
      limit: maxBookings + 1,
      lockMode: LockMode.PESSIMISTIC_WRITE,
    },
  );
}

async function moveOne(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
  input: types.BulkRescheduleBookingsInput,
): Promise<types.BulkRescheduleResult> {
  const { id: bookingId, startsAt: oldStart } = booking;
  const move = applyChange(em, ctx, booking, async (change) => {
    const providerId = await providerFor(em, ctx, booking, input);
    await moveTo(ctx, change, providerId, (own, wanted) => startFor(own, ctx, booking, { input, wanted }));
    if (input.reason) booking.reason = input.reason;
    return "rescheduled";
  });
  const error = await move.then(
    () => null,
    (failure: unknown) => {
      if (failure instanceof DomainError) return failure.code;
      throw failure;
    },
  );
  const newStart = error === null ? booking.startsAt : null;
  return { bookingId, ok: error === null, oldStart, newStart, providerId: booking.providerId, error };
}

async function providerFor(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
  { strategy, reassignTo }: types.BulkRescheduleBookingsInput,
): Promise<string> {
  if (strategy !== "reassign") return booking.providerId;
  const colleague = reassignTo ?? (await freeColleague(em, ctx, booking));
  if (colleague === null) throw slotRefused("SLOT_TAKEN", booking.timezone, []);
  return colleague;
}

async function startFor(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
  { input, wanted }: { input: types.BulkRescheduleBookingsInput; wanted: Parameters<typeof momentWanted>[2] },
): Promise<number> {
  const { strategy, to, shiftDays } = input;
  if (strategy === "reassign") return booking.startsAt.getTime();
  if (strategy === "shift") {
    const [date, time] = booking.localStart.split("T") as [string, string];
    return momentWanted(em, ctx, wanted, { date: addDays(date, shiftDays), time }, booking.timezone);
  }
  const start = await firstFreeStart(em, ctx, booking, to);
  if (start === null) throw slotRefused("SLOT_TAKEN", booking.timezone, []);
  return start;
}

function refused(path: string, message: string, rule: string): DomainError {
  return validationError([{ path, message, rule }]);
}
