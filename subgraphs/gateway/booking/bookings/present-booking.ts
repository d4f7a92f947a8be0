import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { BookingEntity } from "./booking.entity.ts";
import { bookingStateOf } from "./booking-states.ts";
import type { Booking } from "./bookings.types.ts";

/** A stored booking as the graph shows it at this moment. */
export function presentBooking(row: BookingEntity, now: Date): Booking {
  const status = bookingStateOf(row, now);
  const major = (minor: number) => toMajor(minor, currencyDecimals(row.currency));
  return {
    id: row.id,
    serviceId: row.serviceId,
    serviceName: row.serviceSnapshot.name,
    providerId: row.providerId,
    customerId: row.customerId!,
    clientEmail: row.clientEmail!,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    timezone: row.timezone,
    localStart: row.localStart,
    partySize: row.partySize,
    status,
    confirmed: status !== "pending" && status !== "expired" && status !== "declined",
    price: major(row.priceMinor),
    currency: row.currency,
    depositDue: status === "pending" && row.depositDueMinor !== null ? major(row.depositDueMinor) : null,
    fee: row.feeMinor === null ? null : major(row.feeMinor),
    cancelledBy: row.cancelledBy,
    reason: row.reason,
    notes: row.notes,
    answers: row.answers,
    resourceIds: row.resourceIds,
    seriesId: row.seriesId,
    videoStatus: row.videoStatus,
    videoUrl: row.videoUrl,
    checkedInAt: row.checkedInAt,
    completedAt: row.completedAt,
    icsSequence: row.icsSequence,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
