import type { Stripe } from "stripe";
import { idOf, toDate, toDateOrNull } from "../../../../src/stripe/stripe-client.ts";
import type * as port from "../../base/payments/payment-processor.port.ts";

export function toAccountState(account: Stripe.Account): port.AccountState {
  const { requirements } = account;
  return {
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
    disabledReason: requirements?.disabled_reason ?? null,
  };
}

/** Languages of documents that the processor's pages have too. */
export function checkoutLanguage(language: string): "auto" | "de" | "en" | "es" | "fr" | "pt" {
  return (["de", "en", "es", "fr", "pt"] as const).find((known) => known === language) ?? "auto";
}

export function toCheckout(session: Stripe.Checkout.Session): port.Checkout {
  return {
    sessionId: session.id,
    url: session.url,
    status: (["complete", "expired"] as const).find((name) => name === session.status) ?? "open",
    paymentIntentId: idOf(session.payment_intent),
    reference: session.client_reference_id,
  };
}

export function toPayment(
  intent: Stripe.PaymentIntent,
  { refunds, disputes }: { refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] },
): port.PaymentFacts {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const booked = typeof charge?.balance_transaction === "object" ? charge.balance_transaction : null;
  return {
    paymentIntentId: intent.id,
    status: statusOf(intent),
    amount: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    reference: intent.metadata["onlinePaymentId"] ?? null,
    chargeId: charge?.id ?? null,
    fee: booked !== null && booked.currency === intent.currency ? booked.fee : null,
    paidAt: intent.status === "succeeded" && charge !== null ? toDate(charge.created) : null,
    savedMethod: toSavedMethod(intent),
    refunds: refunds.map(toRefund),
    disputes: disputes.map(toDispute),
  };
}

function statusOf({ status, last_payment_error }: Stripe.PaymentIntent): port.PaymentFacts["status"] {
  if (status === "succeeded") return "succeeded";
  if (status === "processing") return "processing";
  if (status === "canceled") return "failed";
  return last_payment_error && status === "requires_payment_method" ? "failed" : "open";
}

function toSavedMethod({
  status,
  customer,
  payment_method: method,
  setup_future_usage: usage,
}: Stripe.PaymentIntent): port.SavedMethodFacts | null {
  const customerId = idOf(customer);
  if (status !== "succeeded" || usage !== "off_session" || customerId === null) return null;
  if (typeof method !== "object" || !method?.card) return null;
  const { brand, last4, exp_year: year, exp_month: month } = method.card;
  return { customerId, methodId: method.id, brand, last4, expires: { year, month } };
}

export function toRefund(refund: Stripe.Refund): port.RefundFacts {
  const { status, failure_reason: failureReason = null } = refund;
  const isOver = status === "failed" || status === "canceled";
  return {
    refundId: refund.id,
    amount: refund.amount,
    status: status === "succeeded" ? "succeeded" : isOver ? "failed" : "pending",
    failureReason: isOver ? failureReason : null,
    reference: refund.metadata?.["refundId"] ?? null,
  };
}

function toDispute(dispute: Stripe.Dispute): port.DisputeFacts {
  const { status } = dispute;
  return {
    disputeId: dispute.id,
    amount: dispute.amount,
    fee: dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
    reason: dispute.reason,
    status: status.startsWith("warning")
      ? "warning"
      : ((["under_review", "won", "lost"] as const).find((name) => name === status) ?? "needs_response"),
    evidenceDueAt: toDateOrNull(dispute.evidence_details.due_by),
  };
}

export function toPayout(payout: Stripe.Payout): port.Payout {
  const known = ["in_transit", "paid", "failed", "canceled"] as const;
  return {
    payoutId: payout.id,
    amount: payout.amount,
    currency: payout.currency.toUpperCase(),
    status: known.find((name) => name === payout.status) ?? "pending",
    arrivalDate: toDate(payout.arrival_date),
    createdAt: toDate(payout.created),
  };
}

/** Kinds of movements by the processor's type, and for adjustments by its category. */
const kinds = new Map<string, port.PayoutEntry["kind"]>([
  ["charge", "payment"],
  ["payment", "payment"],
  ["refund", "refund"],
  ["payment_refund", "refund"],
  ["refund_failure", "refund_failure"],
  ["payment_failure_refund", "refund_failure"],
  ["dispute", "dispute"],
  ["dispute_reversal", "dispute"],
]);

export function toPayoutEntry(entry: Stripe.BalanceTransaction): port.PayoutEntry {
  const { id: entryId, amount, fee, net, type, reporting_category: category, source } = entry;
  const kind = kinds.get(type) ?? kinds.get(category) ?? "other";
  return { entryId, kind, amount, fee, net, sourceId: idOf(source) };
}
