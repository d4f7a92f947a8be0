import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { toMajor } from "../../../../src/money.ts";
import type { ChargeRow } from "./charge.rows.ts";

/** Emits an event about a payment of a deposit or of tickets in the open transaction. */
export async function emitChargeEvent(
  em: EntityManager,
  charge: ChargeRow,
  event: "received" | "refunded" | "refund_failed",
  amountMinor: number,
): Promise<void> {
  const { id, ownerId, bookingId, registrationId, currency } = charge;
  const amount = toMajor(amountMinor, currencyDecimals(currency));
  const object = { paymentId: id, bookingId, registrationId, amount, currency };
  await emitEvent(em, {
    type: `booking_payment.${event}`,
    objectId: id,
    appId: "event-manager",
    ownerId,
    payload: { object, previous: null },
  });
}
