import type { EntityManager } from "@mikro-orm/postgresql";
import { currentActor } from "../../../../src/access/acting.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { BookingEntity } from "../bookings/booking.entity.ts";
import type { BookingChangeType, NoteVisibility } from "./booking-history.types.ts";

/** Adds a change, or a note, to the history of a booking in the open transaction. Returns the ID of the entry. */
export async function recordBookingChange(
  em: EntityManager,
  booking: BookingEntity,
  type: BookingChangeType,
  at: Date,
  note: { text: string; visibility: NoteVisibility } | null = null,
): Promise<string> {
  const actor = currentActor();
  const id = newId("bkh");
  await executeSql(
    em,
    `INSERT INTO booking_history (id, owner_id, booking_id, type, actor_type, actor_id, status, starts_at, provider_id,
       party_size, reason, note, visibility, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      booking.ownerId,
      booking.id,
      type,
      actor?.type ?? null,
      actor?.id ?? null,
      booking.status,
      booking.startsAt,
      booking.providerId,
      booking.partySize,
      booking.reason,
      note?.text ?? null,
      note?.visibility ?? null,
      at,
    ],
  );
  return id;
}

/** The shared notes on a booking, oldest first. */
export async function sharedNotesOn(em: EntityManager, bookingId: string): Promise<string[]> {
  const rows = await executeSql<{ note: string }>(
    em,
    "SELECT note FROM booking_history WHERE booking_id = $1 AND visibility = 'shared' ORDER BY created_at, id",
    [bookingId],
  );
  return rows.map(({ note }) => note);
}
