import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { applyChange, cancelLocked } from "../bookings/change-booking.service.ts";
import { momentWanted } from "../bookings/choose-slot.service.ts";
import { appointmentsText } from "../mail-words/appointments.ts";
import { mailTextOf } from "../mail-words/mail-locale.rows.ts";
import { moveTo } from "../bookings/move-booking.service.ts";
import { findSeries } from "./read-series.service.ts";
import type { BookingSeries, CancelBookingSeriesInput, UpdateBookingSeriesInput } from "./series.types.ts";

/**
 * Moves the future bookings of a series from a date on to another local time or provider, all of them or none. The
 * customer gets one message. Throws NOT_FOUND, VALIDATION_ERROR without a change, BUSINESS_RULE without a future
 * booking, and SERIES_CONFLICT with the dates that cannot be booked.
 */
export function updateBookingSeries(
  ctx: GatewayContext,
  input: UpdateBookingSeriesInput,
): Promise<BookingSeries> {
  const { time = null, providerId = null } = input;
  if (time === null && providerId === null)
    throw validationError([{ path: "time", message: "must be given, or providerId", rule: "required" }]);
  return exactlyOnce(ctx, { operation: "updateBookingSeries", input }, async (em) => {
    const series = await findSeries(em, ctx, input.seriesId);
    const bookings = await futureOf(em, ctx, input);
    const times = bookings.map(({ localStart }) => {
      const [date, was] = localStart.split("T") as [string, string];
      return { date, time: time ?? was };
    });
    const customer = { ownerId: ownerOf(ctx), email: bookings[0]?.clientEmail ?? null };
    const locals = times.map((at) => `${at.date}T${at.time}`);
    const message = appointmentsText(await mailTextOf(em, customer), "appointmentsChanged", locals);
    const conflicts: { bookingId: string; date: string; time: string; code: string }[] = [];
    for (const [index, booking] of bookings.entries()) {
      const at = times[index]!;
      const notice = { kind: index === 0 ? ("change" as const) : null, message };
      const move = applyChange(em, ctx, booking, async (change) => {
        const startOf = (own: EntityManager, wanted: Parameters<typeof momentWanted>[2]) =>
          time === null
            ? Promise.resolve(booking.startsAt.getTime())
            : momentWanted(own, ctx, wanted, at, booking.timezone);
        await moveTo(ctx, change, providerId ?? booking.providerId, startOf, notice);
        return "rescheduled";
      });
      await move.catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code === "NOT_FOUND") throw error;
        conflicts.push({ bookingId: booking.id, ...at, code: error.code });
      });
    }
    if (conflicts.length > 0) throw conflict(series.timezone, conflicts);
    await executeSql(
      em,
      `UPDATE booking_series SET start_time = coalesce($2, start_time), provider_id = coalesce($3, provider_id)
       WHERE id = $1`,
      [series.id, time, providerId],
    );
    return findSeries(em, ctx, series.id);
  });
}

/**
 * Cancels the future bookings of a series from a date on; each has the fee of its own policy. The customer gets one
 * message. Throws NOT_FOUND, and BUSINESS_RULE without a future booking.
 */
export function cancelBookingSeries(
  ctx: GatewayContext,
  input: CancelBookingSeriesInput,
): Promise<BookingSeries> {
  return exactlyOnce(ctx, { operation: "cancelBookingSeries", input }, async (em) => {
    const series = await findSeries(em, ctx, input.seriesId);
    const bookings = await futureOf(em, ctx, input);
    const customer = { ownerId: ownerOf(ctx), email: bookings[0]?.clientEmail ?? null };
    const locals = bookings.map(({ localStart }) => localStart);
    const message = appointmentsText(await mailTextOf(em, customer), "appointmentsCancelled", locals);
    for (const [index, booking] of bookings.entries()) {
      const notice = { kind: index === 0 ? ("change" as const) : null, message };
      await applyChange(em, ctx, booking, (change) => cancelLocked(ctx, change, input, notice));
    }
    return findSeries(em, ctx, series.id);
  });
}

/** Pending and confirmed bookings of a series that have not started, from a local date on, locked, by start. */
async function futureOf(
  em: EntityManager,
  ctx: GatewayContext,
  { seriesId, fromDate = null }: { seriesId: string; fromDate?: string | null },
): Promise<BookingEntity[]> {
  const now = ctx.clock.now();
  const bookings = await em.find(
    BookingEntity,
    {
      ownerId: ownerOf(ctx),
      seriesId,
      startsAt: { $gt: now },
      localStart: { $gte: fromDate ?? "" },
      $or: [{ status: "confirmed" }, { status: "pending", lapsesAt: { $gt: now } }],
    },
    { orderBy: { startsAt: 1, id: 1 }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (bookings.length === 0)
    throw businessRule(
      "no_future_bookings",
      "The series has no future booking in this range. Check fromDate.",
    );
  return bookings;
}

/** 409 with every date that cannot be booked. */
function conflict(timezone: string, conflicts: object[]): DomainError {
  const message = `${conflicts.length} of the dates cannot be booked, so none were changed. Choose another time or provider.`;
  return new DomainError("SERIES_CONFLICT", message, { timezone, conflicts });
}
