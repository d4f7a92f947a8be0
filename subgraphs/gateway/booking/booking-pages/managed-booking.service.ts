import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { toMajor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import { bookingStateOf } from "../bookings/booking-states.ts";
import type { BookingEvent } from "../bookings/booking-events.service.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { applyChange, cancelLocked, feeOf, type BookingChange } from "../bookings/change-booking.service.ts";
import { moveTo } from "../bookings/move-booking.service.ts";
import { findRows } from "./booking-page.rows.ts";
import { findManagedBooking } from "./manage-links.service.ts";
import type * as types from "./managed-booking.types.ts";
import { presentPublicBooking } from "./public-booking.service.ts";
import { daysOf, freeTimes, onBehalfOf, presentSlot } from "./public-calendar.service.ts";

/** The booking of a link, with the fee of cancelling it now and the times to move it to. Throws NOT_FOUND. */
export function readManagedBooking(
  ctx: GatewayContext,
  args: types.ManagedBookingArgs,
): Promise<types.ManagedBooking> {
  return asSystem(
    ctx.em,
    async (em) => {
      const { own, booking } = await requireBooking(em, ctx, args.token);
      return pageOf(em, own, booking, args);
    },
    { readOnly: true },
  );
}

/**
 * Moves the booking of a link to another free time of its provider. Throws NOT_FOUND, INVALID_STATE, BUSINESS_RULE once cancelling
 * has a fee, and SLOT_TAKEN and its like.
 */
export function rescheduleManagedBooking(
  ctx: GatewayContext,
  input: types.RescheduleManagedBookingInput,
): Promise<types.ManagedBooking> {
  return changeByLink(ctx, "rescheduleManagedBooking", input, async (own, change) => {
    const { booking, state } = change;
    if (feeNow(booking, state, own.clock.now()) > 0)
      throw businessRule(
        "fee_applies",
        "This booking can no longer be moved here, because a cancellation fee applies. Contact the business.",
      );
    await moveTo(own, change, booking.providerId, () => Promise.resolve(input.start.getTime()));
    return "rescheduled";
  });
}

/**
 * Cancels the booking of a link for its customer, with the fee of its policy. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE when
 * the fee is higher than the one that the customer has seen.
 */
export function cancelManagedBooking(
  ctx: GatewayContext,
  input: types.CancelManagedBookingInput,
): Promise<types.ManagedBooking> {
  return changeByLink(ctx, "cancelManagedBooking", input, async (own, change) => {
    const { booking, state } = change;
    if (booking.startsAt <= own.clock.now()) throw begun();
    const fee = major(booking, feeNow(booking, state, own.clock.now()));
    if (fee > (input.acceptedFee ?? 0))
      throw businessRule(
        "fee_not_accepted",
        "The cancellation fee is higher than the one accepted. Open the link again and check the fee.",
        { fee, currency: booking.currency },
      );
    return cancelLocked(own, change, { cancelledBy: "customer", waiveFee: false });
  });
}

function changeByLink(
  ctx: GatewayContext,
  operation: string,
  input: { token: string },
  change: (own: GatewayContext, change: BookingChange) => Promise<BookingEvent>,
): Promise<types.ManagedBooking> {
  return exactlyOnce(ctx, { operation, input }, (outer) =>
    // No principal here: the token authorizes access to exactly one booking.
    asSystem(outer, async (em) => {
      const { own, booking } = await requireBooking(em, ctx, input.token, LockMode.PESSIMISTIC_WRITE);
      await applyChange(em, own, booking, (locked) => change(own, locked));
      return pageOf(em, own, booking, {});
    }),
  );
}

async function requireBooking(
  em: EntityManager,
  ctx: GatewayContext,
  token: string,
  lockMode?: LockMode.PESSIMISTIC_WRITE,
): Promise<{ own: GatewayContext; booking: BookingEntity }> {
  const found = await findManagedBooking(em, token, ctx.clock.now());
  if (!found) throw notFound("link");
  const { bookingId: id, ownerId } = found;
  const booking = await em.findOneOrFail(BookingEntity, { id, ownerId }, lockMode ? { lockMode } : {});
  return { own: onBehalfOf(ctx, ownerId), booking };
}

async function pageOf(
  em: EntityManager,
  own: GatewayContext,
  booking: BookingEntity,
  { from = null, date = null }: { from?: string | null; date?: string | null },
): Promise<types.ManagedBooking> {
  const now = own.clock.now();
  const [page] = await findRows(em, "booking_pages", "owner_id = $1", [booking.ownerId]);
  const state = bookingStateOf(booking, now);
  const isOpen = (state === "confirmed" || state === "pending") && booking.startsAt > now;
  const fee = isOpen ? feeNow(booking, state, now) : (booking.feeMinor ?? 0);
  const canReschedule = isOpen && fee === 0;
  const shown = await presentPublicBooking(em, own, booking);
  return Object.assign(shown, {
    title: page!.title,
    locale: page!.locale,
    canCancel: isOpen,
    canReschedule,
    fee: major(booking, fee),
    date,
    ...(canReschedule
      ? await timesFor(em, own, booking, { from, date })
      : { days: [], from: null, slots: [] }),
  });
}

/** Times to move to. None where the service or its provider takes no bookings any more. */
async function timesFor(
  em: EntityManager,
  own: GatewayContext,
  booking: BookingEntity,
  { from, date }: { from: string | null; date: string | null },
): Promise<Pick<types.ManagedBooking, "days" | "from" | "slots">> {
  const { serviceId, providerId, timezone, partySize, id: except, serviceSnapshot: terms } = booking;
  const wanted = { serviceId, providerId, timezone, partySize, except, terms };
  try {
    const month = await freeTimes(em, own, { ...wanted, from });
    const day = date === null ? [] : (await freeTimes(em, own, { ...wanted, from: date, days: 1 })).slots;
    const others = day.filter(({ start }) => start !== booking.startsAt.getTime());
    return {
      days: daysOf(month.slots, timezone),
      from: month.from,
      slots: others.map((slot) => presentSlot(slot, timezone)),
    };
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "NOT_FOUND")) throw error;
    return { days: [], from: from ?? wallClockOf(own.clock.now().getTime(), timezone).date, slots: [] };
  }
}

/** Fee of cancelling now, in minor units. A booking that waits for approval is free to cancel. */
function feeNow(booking: BookingEntity, state: types.ManagedBooking["status"], now: Date): number {
  return state === "pending" ? 0 : feeOf(booking, now);
}

function major({ currency }: BookingEntity, minor: number): number {
  return toMajor(minor, currencyDecimals(currency));
}

function begun(): DomainError {
  return businessRule(
    "already_begun",
    "This appointment has begun and can no longer be cancelled. Contact the business.",
  );
}
