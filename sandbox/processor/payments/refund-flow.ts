import type { Stripe } from "stripe";
import type { Processor } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

export interface RefundAsked {
  /** In minor units; without it all that is left. */
  amount?: number;
  reason?: Stripe.Refund.Reason | null;
  metadata?: Record<string, string>;
}

/** Refunds money of a charge immediately. Throws 400 for more than the rest of it, or while it is disputed. */
export function refundCharge(
  { state, clock, events }: Processor,
  charge: Stripe.Charge,
  { amount: asked, reason = null, metadata = {} }: RefundAsked,
): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== "succeeded") throw badRequest("This charge has not been paid.", "charge");
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  const openDisputes = state.list(
    "dispute",
    ({ charge: of, status }) => of === charge.id && status !== "won",
  );
  if (openDisputes.length > 0)
    throw badRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      "charge_disputed",
    );
  const amount = asked ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`;
    throw badRequest(message, "amount");
  }
  const refund = state.add(newRefund({ created: clock.seconds(), charge, amount, reason, metadata }));
  const refunded = charge.amount_refunded + amount;
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  state.change(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
  events.emit("refund.created", refund);
  events.emit("charge.refunded", charge, previous);
  return refund;
}

function newRefund(facts: {
  created: number;
  charge: Stripe.Charge;
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
}): Stripe.Refund {
  const { created, charge, amount, reason, metadata } = facts;
  const isCard = charge.payment_method_details?.type === "card";
  return {
    id: newObjectId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: isCard
      ? {
          card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
          type: "card",
        }
      : { type: "us_bank_transfer", us_bank_transfer: { reference: null, reference_status: "pending" } },
    metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
