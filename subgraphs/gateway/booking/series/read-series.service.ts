import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { BookingSlot } from "../availability/availability.types.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { presentBooking } from "../bookings/present-booking.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import type { BookingSeries, SkippedDate } from "./series.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** A series as it is stored: moments of its JSON are texts. */
type SeriesRow = Omit<BookingSeries, "bookings" | "skipped"> & {
  skipped: (Omit<SkippedDate, "alternatives"> & {
    alternatives: (Omit<BookingSlot, "start" | "end"> & Record<"start" | "end", string>)[];
  })[];
};

/** A series of the caller with its bookings as they are now. Throws NOT_FOUND, also for another account's. */
export function readBookingSeries(ctx: GatewayContext, seriesId: string): Promise<BookingSeries> {
  return inTransaction(ctx, (em) => findSeries(em, ctx, seriesId), { readOnly: true });
}

/** The same in the open transaction. */
export async function findSeries(em: EntityManager, ctx: GatewayContext, id: string): Promise<BookingSeries> {
  const ownerId = ownerOf(ctx);
  const [row] = await executeSql<SeriesRow>(
    em,
    `SELECT id, service_id AS "serviceId", provider_id AS "providerId", client_email AS "clientEmail", timezone,
       start_date::text AS "startDate", start_time AS time, rrule, on_conflict AS "onConflict", skipped,
       created_at AS "createdAt"
     FROM booking_series WHERE id = $1 AND owner_id = $2`,
    [id, ownerId],
  );
  if (!row) throw notFound("series");
  const rows = await em.find(BookingEntity, { seriesId: id, ownerId }, { orderBy: { startsAt: 1, id: 1 } });
  const now = ctx.clock.now();
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    bookings: rows.map((one) => presentBooking(one, now)),
    skipped: row.skipped.map(({ alternatives, ...one }) => ({
      ...one,
      alternatives: alternatives.map(({ start, end, ...slot }) => ({
        ...slot,
        start: new Date(start),
        end: new Date(end),
      })),
    })),
  };
}
