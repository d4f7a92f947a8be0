import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { enqueueLapse } from "../charges/lapse.service.ts";
import { leftOf } from "./event-states.ts";
import { findRows, insertAll, updateRow, type EventRow, type TicketTypeRow } from "./events.rows.ts";
import { emitRegistrationEvent } from "./registration-events.service.ts";
import { takeSeats } from "./seats.service.ts";
import { sendTicketMailJob } from "./send-ticket-mail.job.ts";

/** How long freed seats are kept for a guest who waited for them. */
const offerMs = 12 * 3_600_000;

/**
 * Offers free seats of a ticket type to those who wait, first come, first served: the seats are kept for them, and a mail says so.
 * Entries for more seats than are free are skipped. The rows of event and ticket type are locked.
 */
export async function offerFreedSeats(
  em: EntityManager,
  ctx: GatewayContext,
  event: EventRow,
  ticketType: TicketTypeRow,
): Promise<void> {
  const now = ctx.clock.now();
  if (event.status !== "published" || new Date(event.startsAt) <= now) return;
  const until = new Date(Math.min(now.getTime() + offerMs, Date.parse(event.startsAt)));
  const place = Object.assign({}, event);
  const type = Object.assign({}, ticketType);
  const where = "event_id = $1 AND status = 'waiting' ORDER BY created_at, id FOR UPDATE";
  for (const entry of await findRows(em, "event_waitlist", where, [event.id])) {
    if (entry.ticketTypeId !== type.id || entry.quantity > leftOf(place, [type])) continue;
    const { ownerId, eventId, ticketTypeId, name, email, quantity } = entry;
    await takeSeats(em, place, type, quantity);
    place.registered += quantity;
    type.sold += quantity;
    const registration = {
      id: newId("reg"),
      ownerId,
      eventId,
      ticketTypeId,
      name,
      email,
      quantity,
      priceCents: type.priceCents * quantity,
      status: "reserved",
      reservedUntil: until.toISOString(),
      refundDueCents: null,
      attendeeNames: null,
      isPublic: true,
      requestId: null,
      createdAt: now.toISOString(),
    } as const;
    await insertAll(em, "event_registrations", [registration]);
    const registrationId = registration.id;
    await updateRow(em, "event_waitlist", entry.id, { status: "offered", registrationId });
    await enqueueLapse(em, { ownerId, registrationId }, until);
    await enqueue(em, sendTicketMailJob, { registrationId, ownerId, kind: "offer" });
    await emitRegistrationEvent(em, "reserved", registration);
  }
}
