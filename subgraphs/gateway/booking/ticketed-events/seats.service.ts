import type { EntityManager } from "@mikro-orm/postgresql";
import { soldOut } from "./events.errors.ts";
import { leftOf } from "./event-states.ts";
import {
  findRows,
  updateRow,
  type EventRow,
  type RegistrationRow,
  type TicketTypeRow,
} from "./events.rows.ts";

/** A registration with what its seats are counted by; all rows are locked. */
export interface LockedRegistration {
  event: EventRow;
  ticketType: TicketTypeRow;
  registration: RegistrationRow;
}

/** Takes seats from two locked rows; table constraints check the same. Throws SOLD_OUT. */
export async function takeSeats(
  em: EntityManager,
  event: EventRow,
  ticketType: TicketTypeRow,
  quantity: number,
): Promise<void> {
  const left = leftOf(event, [ticketType]);
  if (quantity > left) throw soldOut(left);
  await updateRow(em, "event_ticket_types", ticketType.id, { sold: ticketType.sold + quantity });
  await updateRow(em, "ticketed_events", event.id, { registered: event.registered + quantity });
}

/** Gives the seats of a registration back. Returns event and ticket type as they are then. */
export async function freeSeats(
  em: EntityManager,
  { event, ticketType, registration: { quantity } }: LockedRegistration,
): Promise<{ event: EventRow; ticketType: TicketTypeRow }> {
  const [sold, registered] = [ticketType.sold - quantity, event.registered - quantity];
  await updateRow(em, "event_ticket_types", ticketType.id, { sold });
  await updateRow(em, "ticketed_events", event.id, { registered });
  return { event: { ...event, registered }, ticketType: { ...ticketType, sold } };
}

/** Locks a registration after its event and its ticket type: everybody locks them in this order. A reader needs no lock. */
export async function lockRegistration(
  em: EntityManager,
  id: string,
  lock = true,
): Promise<LockedRegistration> {
  const [known] = await findRows(em, "event_registrations", "id = $1", [id]);
  const where = lock ? "id = $1 FOR UPDATE" : "id = $1";
  const [event] = await findRows(em, "ticketed_events", where, [known!.eventId]);
  const [ticketType] = await findRows(em, "event_ticket_types", where, [known!.ticketTypeId]);
  const [registration] = await findRows(em, "event_registrations", where, [id]);
  return { event: event!, ticketType: ticketType!, registration: registration! };
}
