import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { toMajor } from "../../../../src/money.ts";
import type { RegistrationRow } from "./events.rows.ts";

/** Emits an event about a guest's registration in the open transaction. */
export async function emitRegistrationEvent(
  em: EntityManager,
  event: "reserved" | "confirmed" | "cancelled" | "expired" | "transferred",
  { id, ownerId, eventId, ticketTypeId, quantity, priceCents, status }: RegistrationRow,
): Promise<void> {
  const price = toMajor(priceCents, 2);
  const object = { registrationId: id, eventId, ticketTypeId, quantity, price, currency: "USD", status };
  await emitEvent(em, {
    type: `registration.${event}`,
    objectId: id,
    appId: "event-manager",
    ownerId,
    payload: { object, previous: null },
  });
}
