import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { toMajor } from "../../../../src/money.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import type { OnlinePaymentRow } from "./online-payment.rows.ts";

/** What happened to a payment after it was received, or instead of that. */
export interface PaymentEvent {
  event: "disputed" | "dispute_closed" | "refund_failed" | "charge_failed";
  disputeId?: string | null;
  refundId?: string | null;
}

/** Emits an event about an online payment in the open transaction. */
export async function emitPaymentEvent(
  em: EntityManager,
  payment: OnlinePaymentRow,
  { event, disputeId = null, refundId = null }: PaymentEvent,
): Promise<void> {
  const { id, ownerId, invoiceId, paymentId, currency, amountMinor } = payment;
  const amount = toMajor(amountMinor, currencyDecimals(currency));
  const object = { onlinePaymentId: id, invoiceId, paymentId, amount, currency, disputeId, refundId };
  const payload = { object, previous: null };
  await emitEvent(em, {
    type: `online_payment.${event}`,
    objectId: id,
    appId: invoicingApp,
    ownerId,
    payload,
  });
}
