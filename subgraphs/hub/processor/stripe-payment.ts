import type { Stripe } from "stripe";
import { readDecline } from "./decline-codes.ts";
import type { PaymentStatus, ProcessorPayment, ProcessorPaymentMethod } from "./processor.port.ts";
import { idOf, toDate } from "../../../src/stripe/stripe-client.ts";

/** A payment as the port shows it; `disputes` are those of its charge. */
export function toPayment(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[] = [],
): ProcessorPayment {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const failure = intent.last_payment_error ? readDecline(intent.last_payment_error) : null;
  const status = paymentStatusOf(intent);
  return {
    paymentIntentId: intent.id,
    customerId: idOf(intent.customer),
    status,
    amount: intent.amount,
    amountRefunded: charge?.amount_refunded ?? 0,
    currency: intent.currency.toUpperCase(),
    dispute: disputeOf(disputes),
    paymentMethodId: idOf(intent.payment_method) ?? idOf(intent.last_payment_error?.payment_method),
    receiptUrl: charge?.receipt_url ?? null,
    failureCode: status === "failed" ? (failure?.code ?? "card_declined") : null,
    isHardDecline: status === "failed" && (failure?.isHard ?? false),
    metadata: { ...intent.metadata },
  };
}

/** Maps the processor's states to ours; an unknown state counts as still in progress. */
const statusOfIntent: Readonly<Record<string, PaymentStatus>> = {
  requires_confirmation: "pending",
  requires_action: "requires_action",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};

/** Without a method an intent is new, or its last try failed. */
function paymentStatusOf({ status, last_payment_error }: Stripe.PaymentIntent): PaymentStatus {
  if (status === "requires_payment_method") return last_payment_error ? "failed" : "pending";
  return statusOfIntent[status] ?? "pending";
}

/** Inquiries (`warning_…`) take no money back, so they are no disputes yet. */
function disputeOf(disputes: readonly Stripe.Dispute[]): ProcessorPayment["dispute"] {
  const states = disputes.flatMap(({ status }) => {
    if (status === "lost" || status === "won") return status;
    return status.startsWith("warning_") || status === "prevented" ? [] : "open";
  });
  return (["lost", "open", "won"] as const).find((state) => states.includes(state)) ?? null;
}

export function toPaymentMethod(
  method: Stripe.PaymentMethod,
  defaultId: string | null,
): ProcessorPaymentMethod {
  const { card } = method;
  return {
    id: method.id,
    type: method.type,
    card: card
      ? { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
      : null,
    isDefault: method.id === defaultId,
    createdAt: toDate(method.created),
  };
}
