import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { BookingEntity } from "./booking.entity.ts";
import { bookingIcs } from "./booking-ics.ts";
import type { BookingFile } from "./booking-file.types.ts";
import type * as types from "./bookings.types.ts";
import type * as reads from "./read-bookings.types.ts";
import { feeOf } from "./change-booking.service.ts";
import { presentBooking } from "./present-booking.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** One of the caller's bookings. Throws NOT_FOUND, also for another account's. */
export function readBooking(ctx: GatewayContext, bookingId: string): Promise<types.Booking> {
  const read = async (em: EntityManager) =>
    presentBooking(await findBooking(em, ctx, bookingId), ctx.clock.now());
  return inTransaction(ctx, read, { readOnly: true });
}

/** A booking of the caller in the open transaction. Throws NOT_FOUND, also for a hold. */
export async function findBooking(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
): Promise<BookingEntity> {
  const row = await em.findOne(BookingEntity, { id, ownerId: ownerOf(ctx), status: { $ne: "held" } });
  if (!row) throw notFound("booking");
  return row;
}

/** The caller's bookings, newest first. */
export function listBookings(ctx: GatewayContext, args: reads.BookingsArgs): Promise<types.BookingPage> {
  const { limit, after, from, to, providerId, serviceId, status, clientEmail, customerId, seriesId } = args;
  const list = [
    "bookings",
    from,
    to,
    providerId,
    serviceId,
    status,
    clientEmail,
    customerId,
    seriesId,
  ] as const;
  const read = async (em: EntityManager) => {
    const filter = { $and: conditionsOf(ctx, args) } as FilterQuery<BookingEntity>;
    const { rows, ...page } = await readPage(em, ctx, BookingEntity, { filter, list, limit, after });
    return { bookings: rows.map((row) => presentBooking(row, ctx.clock.now())), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** What cancelling a booking would cost its customer. Throws NOT_FOUND. */
export function previewCancellation(
  ctx: GatewayContext,
  args: reads.PreviewCancellationArgs,
): Promise<reads.CancellationPreview> {
  const read = async (em: EntityManager) => {
    const booking = await findBooking(em, ctx, args.bookingId);
    const { currency, status, serviceSnapshot } = booking;
    const fee = status === "pending" ? 0 : feeOf(booking, args.at ?? ctx.clock.now());
    return { fee: toMajor(fee, currencyDecimals(currency)), currency, policy: serviceSnapshot.policy };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function conditionsOf(ctx: GatewayContext, args: reads.BookingsArgs): object[] {
  const { from, to, providerId, serviceId, clientEmail, customerId, seriesId } = args;
  return [
    { ownerId: ownerOf(ctx), status: { $ne: "held" } },
    ...(from ? [{ startsAt: { $gte: from } }] : []),
    ...(to ? [{ startsAt: { $lt: to } }] : []),
    ...(providerId ? [{ providerId }] : []),
    ...(serviceId ? [{ serviceId }] : []),
    ...(customerId ? [{ customerId }] : []),
    ...(seriesId ? [{ seriesId }] : []),
    ...(clientEmail ? [{ clientEmail: { $ilike: clientEmail.replaceAll(/[\\%_]/g, String.raw`\$&`) } }] : []),
    ...statusCondition(args.status ?? null, ctx.clock.now()),
  ];
}

/** The state in terms of stored columns: `pending` and `expired` may differ by the moment alone. */
function statusCondition(status: types.BookingStatus | null, now: Date): object[] {
  if (status === null) return [];
  if (status === "pending") return [{ status, lapsesAt: { $gt: now } }];
  if (status === "expired") return [{ $or: [{ status }, { status: "pending", lapsesAt: { $lte: now } }] }];
  return [{ status }];
}

/** A booking as an iCalendar file. Throws NOT_FOUND. */
export function exportBookingIcs(ctx: GatewayContext, bookingId: string): Promise<BookingFile> {
  const read = async (em: EntityManager) => {
    const content = bookingIcs(await findBooking(em, ctx, bookingId), ctx.clock.now());
    const file = { filename: `${bookingId}.ics`, contentType: "text/calendar", encoding: "utf8" };
    return { bookingId, ...file, content, size: Buffer.byteLength(content) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
