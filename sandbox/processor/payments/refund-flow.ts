import type { Stripe } from "stripe";
import type { Processor } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { bookRefund, bookRefundFailure } from "../connect/account-balance.ts";
import { findTestCard } from "./cards.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

export interface RefundAsked {
  /** In minor units; without it all that is left. */
  amount?: number;
  reason?: Stripe.Refund.Reason | null;
  metadata?: Record<string, string>;
  /** Gives back the same share of the platform's fee. */
  refundsFee?: boolean;
}

/** Refunds money of a charge immediately. Throws 400 for more than the rest of it, or while it is disputed. */
export function refundCharge(
  processor: Processor,
  charge: Stripe.Charge,
  { amount: asked, reason = null, metadata = {}, refundsFee = false }: RefundAsked,
): Stripe.Refund {
  const { state, clock, events } = processor;
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
  bookRefund(processor, charge, refund, refundsFee);
  if (refundBehaviour(processor, charge) === "pending") state.change(refund, { status: "pending" });
  events.emit("refund.created", refund);
  events.emit("charge.refunded", charge, previous);
  return refund;
}

/**
 * The bank's later answer to a refund: a pending one succeeds or fails, and one that succeeded may still fail. A failed one
 * gives the money back to the balance.
 */
export function settleRefund(
  processor: Processor,
  refund: Stripe.Refund,
  outcome: "succeeded" | "failed",
): Stripe.Refund {
  const { state, events } = processor;
  const { status } = refund;
  if (status === "failed" || status === "canceled" || (status === "succeeded" && outcome === "succeeded"))
    throw badRequest(`The refund ${refund.id} is ${status} already.`);
  state.change(refund, { status: outcome });
  if (outcome === "failed") {
    const charge = state.require("charge", idOf(refund.charge)!);
    state.change(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
    state.change(refund, { failure_reason: "expired_or_canceled_card" });
    bookRefundFailure(processor, refund);
    events.emit("refund.failed", refund);
  }
  events.emit("refund.updated", refund, { status });
  events.emit("charge.refund.updated", refund, { status });
  return refund;
}

/** Test cards whose refunds the bank decides later (docs.stripe.com/testing#refunds). */
function refundBehaviour({ state }: Processor, charge: Stripe.Charge): "succeeded" | "pending" {
  const number = state.aside(charge.payment_method ?? "")["number"];
  const card = typeof number === "string" ? findTestCard(number) : null;
  return card?.hasPendingRefunds ? "pending" : "succeeded";
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
