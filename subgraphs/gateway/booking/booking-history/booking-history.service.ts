import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, notFound, versionConflict } from "../../base/gateway.errors.ts";
import { findAnsweredForm } from "../intake-forms/intake-forms.rows.ts";
import { checkAgainst } from "../intake-forms/intake-forms.service.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { bookingStateOf, requireMovable } from "../bookings/booking-states.ts";
import type { Booking } from "../bookings/bookings.types.ts";
import { presentBooking } from "../bookings/present-booking.ts";
import { findBooking } from "../bookings/read-bookings.service.ts";
import type * as types from "./booking-history.types.ts";
import { recordBookingChange } from "./record-booking-change.service.ts";

type HistoryRow = Omit<types.BookingHistoryEntry, "at" | "startsAt"> & {
  ownerId: string;
  startsAt: string;
  createdAt: string;
};

const { pageRows } = plainRows<{ booking_history: HistoryRow }>();

/** Changes of a booking and notes on it, newest first. Throws NOT_FOUND and INVALID_CURSOR. */
export function listBookingHistory(
  ctx: GatewayContext,
  { bookingId, limit, after }: types.BookingHistoryArgs,
): Promise<types.BookingHistoryPage> {
  const read = async (em: EntityManager) => {
    await findBooking(em, ctx, bookingId);
    const list = ["booking history", bookingId] as const;
    const query = { where: "booking_id = $2", values: [bookingId], list, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "booking_history", query);
    return { entries: rows.map(presentEntry), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Adds a note to a booking. Shared notes are in later messages to the customer. Throws NOT_FOUND. */
export function addBookingNote(
  ctx: GatewayContext,
  input: types.AddBookingNoteInput,
): Promise<types.BookingNote> {
  const { bookingId, text, visibility } = input;
  return exactlyOnce(ctx, { operation: "addBookingNote", input }, async (em) => {
    const createdAt = ctx.clock.now();
    const booking = await findBooking(em, ctx, bookingId);
    const id = await recordBookingChange(em, booking, "noted", createdAt, { text, visibility });
    return { id, bookingId, text, visibility, createdAt };
  });
}

/**
 * Changes notes, answers or seats of a booking; its price follows the seats. Throws NOT_FOUND, VERSION_CONFLICT,
 * VALIDATION_ERROR beyond the capacity, BUSINESS_RULE when the seats are taken, and INVALID_STATE for seats of a booking
 * that is neither pending nor confirmed.
 */
export function updateBookingDetails(
  ctx: GatewayContext,
  input: types.UpdateBookingDetailsInput,
): Promise<Booking> {
  return exactlyOnce(ctx, { operation: "updateBookingDetails", input }, async (em) => {
    const now = ctx.clock.now();
    const where = { id: input.bookingId, ownerId: ownerOf(ctx), status: { $ne: "held" } } as const;
    const booking = await em.findOne(BookingEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!booking) throw notFound("booking");
    const { version, notes, answers, partySize } = input;
    if (typeof version === "number" && version !== booking.version) throw versionConflict(booking.version);
    if (typeof partySize === "number" && partySize !== booking.partySize) {
      requireMovable(bookingStateOf(booking, now));
      await changeSeats(em, booking, partySize);
    }
    if (notes !== undefined) booking.notes = notes;
    if (answers !== undefined) {
      const form = answers && (await findAnsweredForm(em, booking.ownerId, booking.id));
      booking.answers = form ? checkAgainst(form, answers).answers : answers;
    }
    Object.assign(booking, { version: booking.version + 1, updatedAt: now });
    await em.flush();
    await recordBookingChange(em, booking, "updated", now);
    return presentBooking(booking, now);
  });
}

/** Locks the session, whose seats a trigger counts. The price per seat stays as booked. */
async function changeSeats(em: EntityManager, booking: BookingEntity, partySize: number): Promise<void> {
  const { capacity } = booking.serviceSnapshot;
  if (partySize > capacity) {
    const message = `must be at most ${capacity}`;
    throw validationError([{ path: "partySize", message, rule: "maximum" }]);
  }
  const [session] = await executeSql<{ left: number }>(
    em,
    "SELECT capacity - taken AS left FROM booking_sessions WHERE key = $1 FOR UPDATE",
    [booking.sessionKey],
  );
  const more = partySize - booking.partySize;
  if (session && more > session.left)
    throw businessRule(
      "not_enough_seats",
      `Only ${session.left} more seats are left at this time. Choose a smaller partySize.`,
      { left: session.left },
    );
  const priceMinor = (booking.priceMinor / booking.partySize) * partySize;
  Object.assign(booking, { partySize, priceMinor });
}

function presentEntry(row: HistoryRow): types.BookingHistoryEntry {
  const { ownerId: _, createdAt, startsAt, ...entry } = row;
  return {
    ...entry,
    at: new Date(createdAt),
    startsAt: new Date(startsAt),
  };
}
