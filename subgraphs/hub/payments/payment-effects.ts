import type { EventEffect } from "../processor/event-effect.ts";
import { processorIdOf } from "../processor/object-ids.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import { applyReading, readPayment, type KnownPayment } from "./read-payment.service.ts";
import { creditTypes, type ProcessorIds } from "./transaction.rows.ts";

/** Events of the processor's pages: the object is the page. */
const pageEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
];
/** Events of payments: the object is the payment. */
const paymentEvents = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "payment_intent.requires_action",
  "payment_intent.processing",
];
/** Final states that an event reports, and that the processor may still deny when it is asked a moment later. */
const finalStates = new Map([
  ["payment_intent.succeeded", "succeeded"],
  ["payment_intent.canceled", "canceled"],
]);
/** Events about a payment: the object names it. */
const aboutPayment = ["charge.refunded", "charge.dispute.created", "charge.dispute.closed"];

/**
 * Applies the processor's status to payments. Whatever the event says, the payment and its page are read again, so any
 * order and any number of deliveries end in the same state. A payment without our metadata is not ours; one of ours
 * without a row yet, or whose final state the processor does not report yet, is looked at again later.
 */
const paymentEffect: EventEffect<KnownPayment | null> = {
  types: [...pageEvents, ...paymentEvents, ...aboutPayment],
  read: async (ctx, event) => {
    const ids = idsOf(event);
    return ids.sessionId || ids.paymentIntentId ? readPayment(ctx, ids) : null;
  },
  // A payment for credits changes the owner's credit account too.
  places: (_event, reading) => {
    if (!reading?.row) return [];
    const { id, type, ownerId } = reading.row;
    return [creditTypes.includes(type) ? `credits of ${ownerId}` : `payment ${id}`];
  },
  apply: async (ctx, em, event, reading) => {
    if (!reading?.row) return reading?.transactionId ? "queued" : "ignored";
    const applied = await applyReading(ctx, em, reading.row, reading);
    const expected = finalStates.get(event.type);
    if (expected !== undefined && reading.payment && reading.payment.status !== expected) return "early";
    return applied === "applied" ? "processed" : "ignored";
  },
};

export const paymentEffects: readonly EventEffect[] = [paymentEffect];

function idsOf({ type, object }: ProcessorEvent): ProcessorIds {
  if (pageEvents.includes(type)) return { sessionId: processorIdOf(object["id"]), paymentIntentId: null };
  const named = paymentEvents.includes(type) ? object["id"] : object["payment_intent"];
  return { sessionId: null, paymentIntentId: processorIdOf(named) };
}
