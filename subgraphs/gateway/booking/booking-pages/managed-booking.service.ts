import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { BookingContext } from "../booking.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { wallClockOf } from "../../base/wall-clock.ts";
import { bookingStateOf } from "../bookings/booking-states.ts";
import type { BookingEvent } from "../bookings/booking-events.service.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { applyChange, cancelLocked, feeOf, type BookingChange } from "../bookings/change-booking.service.ts";
import { readPayment } from "../charges/read-payment.service.ts";
import { startCharge, type Payable } from "../charges/start-charge.service.ts";
import type { BookingCheckout } from "../charges/charges.types.ts";
import { moveTo } from "../bookings/move-booking.service.ts";
import { findRows } from "./booking-page.rows.ts";
import { findManagedBooking } from "./manage-links.service.ts";
import type * as types from "./managed-booking.types.ts";
import { presentPublicBooking } from "./public-booking.service.ts";
import { daysOf, freeTimes, onBehalfOf, presentSlot } from "./public-calendar.service.ts";

/** The booking of a link, with the fee of cancelling it now and the times to move it to. Throws NOT_FOUND. */
export function readManagedBooking(
  ctx: BookingContext,
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
  ctx: BookingContext,
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
  ctx: BookingContext,
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

/**
 * Opens the processor's page on which the deposit of a link's booking is paid. Throws NOT_FOUND, INVALID_STATE when none is due, and
 * as `startCharge`.
 */
export function payManagedBooking(
  ctx: BookingContext,
  input: types.PayManagedBookingInput,
): Promise<BookingCheckout> {
  const path = `/my-booking/${encodeURIComponent(input.token)}`;
  const find = async (em: EntityManager): Promise<Payable> => {
    const { own, booking } = await requireBooking(em, ctx, input.token, LockMode.PESSIMISTIC_WRITE);
    const { id: bookingId, ownerId, currency, depositDueMinor, serviceSnapshot, clientEmail } = booking;
    const state = bookingStateOf(booking, own.clock.now());
    if (state !== "pending") throw invalidState("booking", state, ["pending"]);
    if (depositDueMinor === null) throw invalidState("deposit", "paid", ["due"]);
    const [page] = await findRows(em, "booking_pages", "owner_id = $1", [ownerId]);
    const { locale, title } = page!;
    const description = `${title}: ${serviceSnapshot.name}`;
    const what = { amountMinor: depositDueMinor, currency, description, email: clientEmail!, locale };
    return { ownerId, subject: { bookingId }, ...what };
  };
  return startCharge(ctx, { operation: "payManagedBooking", input }, { path, find });
}

function changeByLink(
  ctx: BookingContext,
  operation: string,
  input: { token: string },
  change: (own: BookingContext, change: BookingChange) => Promise<BookingEvent>,
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
  ctx: BookingContext,
  token: string,
  lockMode?: LockMode.PESSIMISTIC_WRITE,
): Promise<{ own: BookingContext; booking: BookingEntity }> {
  const found = await findManagedBooking(em, token, ctx.clock.now());
  if (!found) throw notFound("link");
  const { bookingId: id, ownerId } = found;
  const booking = await em.findOneOrFail(BookingEntity, { id, ownerId }, lockMode ? { lockMode } : {});
  return { own: onBehalfOf(ctx, ownerId), booking };
}

async function pageOf(
  em: EntityManager,
  own: BookingContext,
  booking: BookingEntity,
  { from = null, date = null }: { from?: string | null; date?: string | null },
): Promise<types.ManagedBooking> {
  const now = own.clock.now();
  const [page] = await findRows(em, "booking_pages", "owner_id = $1", [booking.ownerId]);
  const state = bookingStateOf(booking, now);
  const isOpen = (state === "confirmed" || state === "pending") && booking.startsAt > now;
  const fee = isOpen ? feeNow(booking, state, now) : (booking.feeMinor ?? 0);
  const canReschedule = isOpen && fee === 0;
  const { ownerId, currency, depositDueMinor, lapsesAt } = booking;
  const isDue = state === "pending" && depositDueMinor !== null && lapsesAt !== null;
  const due = isDue ? { amountMinor: depositDueMinor, before: lapsesAt } : null;
  const payment = await readPayment(em, own, { bookingId: booking.id }, { ownerId, currency, due });
  const isPaid = payment !== null && payment.status !== "due" && payment.status !== "processing";
  const keptNow = isPaid ? payment.amount - payment.refunded - payment.refundPending : 0;
  const refundOnCancel = isOpen ? Math.max(0, subtract(booking, keptNow, major(booking, fee))) : 0;
  const shown = await presentPublicBooking(em, own, booking);
  return Object.assign(shown, {
    title: page!.title,
    locale: page!.locale,
    canCancel: isOpen,
    canReschedule,
    fee: major(booking, fee),
    payment,
    refundOnCancel,
    date,
    ...(canReschedule
      ? await timesFor(em, own, booking, { from, date })
      : { days: [], from: null, slots: [] }),
  });
}

/** Times to move to. None where the service or its provider takes no bookings any more. */
async function timesFor(
  em: EntityManager,
  own: BookingContext,
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

/** Difference of amounts in major units, calculated in minor ones. */
function subtract({ currency }: BookingEntity, amount: number, less: number): number {
  const decimals = currencyDecimals(currency);
  return toMajor(toMinor(amount, decimals) - toMinor(less, decimals), decimals);
}

function begun(): DomainError {
  return businessRule(
    "already_begun",
    "This appointment has begun and can no longer be cancelled. Contact the business.",
  );
}
