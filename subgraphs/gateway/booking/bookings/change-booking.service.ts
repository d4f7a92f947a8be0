import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { settleCharges } from "../charges/settle-charges.service.ts";
import { dropNotifications, planNotifications } from "../reminders/plan-notifications.service.ts";
import { offerCancelledSlot } from "../waitlist/offer-freed-slot.service.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { emitBookingEvent, type BookingEvent } from "./booking-events.service.ts";
import { BookingEntity } from "./booking.entity.ts";
import { bookingStateOf, requireBookingTransition } from "./booking-states.ts";
import type * as types from "./bookings.types.ts";
import { cancellationFee, noShowFee } from "./cancellation-fee.ts";
import { presentBooking } from "./present-booking.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";

/** A booking under change: its row is locked until the commit. */
export interface BookingChange {
  em: EntityManager;
  booking: BookingEntity;
  state: types.BookingStatus;
}

/** Message to the customer about a change; null sends none. */
export interface ChangeNotice {
  kind: "change" | null;
  message: string | null;
}

/** The usual message about one booking. */
export const changeNotice: ChangeNotice = { kind: "change", message: null };

/** Accepts a pending booking, which has held its slot; a deposit is not waited for any more. Throws NOT_FOUND, INVALID_STATE, also when it has expired. */
export function confirmBooking(ctx: GatewayContext, input: types.BookingIdInput): Promise<types.Booking> {
  return changeBooking(ctx, "confirmBooking", input, async ({ em, booking, state }) => {
    requireBookingTransition(state, "confirmed");
    Object.assign(booking, { status: "confirmed", lapsesAt: null, depositDueMinor: null });
    await planNotifications(em, ctx, booking, "change");
    return "confirmed";
  });
}

/** Declines a pending booking and frees its slot; what was paid online goes back. Throws NOT_FOUND, INVALID_STATE. */
export function declineBooking(
  ctx: GatewayContext,
  input: types.DeclineBookingInput,
): Promise<types.Booking> {
  return changeBooking(ctx, "declineBooking", input, async ({ em, booking, state }) => {
    requireBookingTransition(state, "declined");
    Object.assign(booking, { status: "declined", reason: input.reason ?? null });
    await dropNotifications(em, booking.id);
    await planNotifications(em, ctx, booking, "change");
    await settleCharges(em, ctx, { bookingId: booking.id }, { keepMinor: 0, reason: "cancelled" });
    return "declined";
  });
}

/**
 * Cancels a booking and frees its slot, which is offered to the waitlist. The fee follows the policy at the time of booking; it is 0 when the provider
 * cancels, the fee is waived, or the booking was still pending. Throws NOT_FOUND, INVALID_STATE.
 */
export function cancelBooking(ctx: GatewayContext, input: types.CancelBookingInput): Promise<types.Booking> {
  return changeBooking(ctx, "cancelBooking", input, (change) => cancelLocked(ctx, change, input));
}

/** Cancels a locked booking in the open transaction, as `cancelBooking` does. */
export async function cancelLocked(
  ctx: GatewayContext,
  { em, booking, state }: BookingChange,
  input: Omit<types.CancelBookingInput, "bookingId">,
  { kind, message }: ChangeNotice = changeNotice,
): Promise<BookingEvent> {
  requireBookingTransition(state, "cancelled");
  const isFree = input.waiveFee || input.cancelledBy === "provider" || state === "pending";
  Object.assign(booking, {
    status: "cancelled",
    cancelledBy: input.cancelledBy,
    reason: input.reason ?? null,
    feeMinor: isFree ? 0 : feeOf(booking, ctx.clock.now()),
    icsSequence: booking.icsSequence + 1,
  });
  await dropNotifications(em, booking.id);
  await planNotifications(em, ctx, booking, kind, message);
  await offerCancelledSlot(em, booking);
  // The fee is taken from a deposit that was paid online; the rest goes back.
  const keepMinor = booking.feeMinor ?? 0;
  await settleCharges(em, ctx, { bookingId: booking.id }, { keepMinor, reason: "cancelled" });
  return "cancelled";
}

/** The customer has arrived. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE for a time in the future. */
export function checkInBooking(ctx: GatewayContext, input: types.VisitInput): Promise<types.Booking> {
  return changeBooking(ctx, "checkInBooking", input, async ({ booking, state }) => {
    requireBookingTransition(state, "checked_in");
    Object.assign(booking, { status: "checked_in", checkedInAt: visitTime(ctx, input, booking.createdAt) });
    return "checked_in";
  });
}

/** The visit is over; one marked as a no-show may be put right within a day. Throws as `checkInBooking`. */
export function completeBooking(ctx: GatewayContext, input: types.VisitInput): Promise<types.Booking> {
  return changeBooking(ctx, "completeBooking", input, async ({ booking, state }) => {
    requireBookingTransition(state, "completed");
    const isLate = ctx.clock.now().getTime() - booking.updatedAt.getTime() > correctionMs;
    if (state === "no_show" && isLate)
      throw businessRule(
        "correction_within_a_day",
        "The no-show was marked more than 24 hours ago. It can no longer be corrected.",
      );
    const completedAt = visitTime(ctx, input, booking.checkedInAt ?? booking.createdAt);
    Object.assign(booking, { status: "completed", feeMinor: null, completedAt });
    return "completed";
  });
}

/** When a visit began or ended, as reported: not in the future, and not before what came before it. */
function visitTime(ctx: GatewayContext, { at }: types.VisitInput, earliest: Date): Date {
  const now = ctx.clock.now();
  if (at && at > now)
    throw businessRule("in_the_future", "The time is in the future. Set at to now or earlier.");
  if (at && at < earliest)
    throw businessRule("too_early", `The time is too early. Set at to ${earliest.toISOString()} or later.`);
  return at ?? now;
}

/** The customer did not come. Throws NOT_FOUND, INVALID_STATE, and BUSINESS_RULE before the start. */
export function markNoShow(ctx: GatewayContext, input: types.MarkNoShowInput): Promise<types.Booking> {
  return changeBooking(ctx, "markNoShow", input, async ({ booking, state }) => {
    requireBookingTransition(state, "no_show");
    if (ctx.clock.now().getTime() < booking.startsAt.getTime())
      throw businessRule("after_start", "The booking has not started yet. Mark a no-show after its start.");
    const { policy } = booking.serviceSnapshot;
    const feeMinor = input.chargeFee ? noShowFee(policy, booking.priceMinor) : 0;
    Object.assign(booking, { status: "no_show", feeMinor });
    return "no_show";
  });
}

const correctionMs = 24 * 60 * 60 * 1000;

/** What cancelling at a moment costs the customer, in minor units. */
export function feeOf(booking: BookingEntity, at: Date): number {
  const { policy } = booking.serviceSnapshot;
  return cancellationFee({ policy, priceMinor: booking.priceMinor }, booking.startsAt, at);
}

/** Changes one of the account's bookings and emits its event, once per idempotency key. Throws NOT_FOUND. */
export function changeBooking(
  ctx: GatewayContext,
  operation: string,
  input: { bookingId: string },
  change: (change: BookingChange) => Promise<BookingEvent>,
): Promise<types.Booking> {
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const where = { id: input.bookingId, ownerId: ownerOf(ctx), status: { $ne: "held" } } as const;
    const booking = await em.findOne(BookingEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!booking) throw notFound("booking");
    return applyChange(em, ctx, booking, change);
  });
}

/** Changes a locked booking in the open transaction and emits its event. */
export async function applyChange(
  em: EntityManager,
  ctx: GatewayContext,
  booking: BookingEntity,
  change: (change: BookingChange) => Promise<BookingEvent>,
): Promise<types.Booking> {
  const now = ctx.clock.now();
  const event = await change({ em, booking, state: bookingStateOf(booking, now) });
  Object.assign(booking, { version: booking.version + 1, updatedAt: now });
  await em.flush();
  await emitBookingEvent(em, ctx, event, booking);
  return presentBooking(booking, now);
}
