import type { Stripe } from "stripe";
import type { Processor } from "../processor-context.ts";
import { idOf, newObjectId } from "../stored-objects.ts";
import { applicationId } from "./application-fees.ts";

/** What the stand-in asks of an account for a payment: 2.9 % and 30, and 15.00 for a dispute. */
const [feePercent, fixedFee, disputeFee] = [2.9, 30, 1_500];

interface Booking {
  type: "charge" | "refund" | "adjustment" | "payout" | "refund_failure";
  category: string;
  amount: number;
  currency: string;
  fees?: Stripe.BalanceTransaction.FeeDetail[];
  source: string;
  description: string | null;
}

/** Books a movement of the account's balance. The platform's own payments have none here. */
export function book({ state, clock }: Processor, booking: Booking): Stripe.BalanceTransaction {
  const { fees = [], amount, currency, source, description, type, category } = booking;
  const fee = fees.reduce((sum, part) => sum + part.amount, 0);
  const created = clock.seconds();
  return state.add({
    id: newObjectId("txn"),
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: fees,
    net: amount - fee,
    reporting_category: category,
    source,
    status: "available",
    type,
  });
}

/** The money of a payment that succeeded, less the processor's fee and the platform's. */
export function bookPayment(processor: Processor, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  const { state } = processor;
  if (state.account === null) return;
  const { amount, currency } = charge;
  const processing = Math.min(amount, Math.round((amount * feePercent) / 100) + fixedFee);
  const feeOfPlatform = intent.application_fee_amount;
  const fees = [
    ...(feeOfPlatform === null ? [] : [feeDetail(feeOfPlatform, currency, "application_fee")]),
    feeDetail(processing, currency, "stripe_fee"),
  ];
  const source = charge.id;
  const facts = { type: "charge", category: "charge", amount, currency, fees, source } as const;
  const booked = book(processor, { ...facts, description: charge.description });
  state.change(charge, {
    application: applicationId,
    balance_transaction: booked.id,
    application_fee_amount: feeOfPlatform,
    application_fee: feeOfPlatform === null ? null : takeFee(processor, charge, feeOfPlatform),
  });
}

/** Money back to the payer. The processor keeps its fee; the platform gives back its share only where that was asked. */
export function bookRefund(
  processor: Processor,
  charge: Stripe.Charge,
  refund: Stripe.Refund,
  refundsFee: boolean,
): void {
  const { state } = processor;
  if (state.account === null) return;
  const fee = refundsFee ? returnFee(processor, charge, refund.amount) : 0;
  const fees = fee === 0 ? [] : [feeDetail(-fee, refund.currency, "application_fee")];
  const { currency, id: source } = refund;
  const facts = { type: "refund", category: "refund", currency, fees, source } as const;
  const booked = book(processor, { ...facts, amount: -refund.amount, description: "REFUND FOR CHARGE" });
  state.change(refund, { balance_transaction: booked.id });
}

/** A refund that the payer's bank did not take: the money comes back. */
export function bookRefundFailure(processor: Processor, refund: Stripe.Refund): void {
  if (processor.state.account === null) return;
  const { amount, currency, id: source } = refund;
  const facts = { type: "refund_failure", category: "refund_failure", amount, currency, source } as const;
  const booked = book(processor, { ...facts, description: "REFUND FAILURE" });
  processor.state.change(refund, { failure_balance_transaction: booked.id });
}

export function bookDispute(processor: Processor, dispute: Stripe.Dispute): void {
  if (processor.state.account === null) return;
  const { amount, currency, id: source } = dispute;
  const fees = [feeDetail(disputeFee, currency, "stripe_fee")];
  const facts = { type: "adjustment", category: "dispute", currency, fees, source } as const;
  const booked = book(processor, { ...facts, amount: -amount, description: "Chargeback withdrawal" });
  processor.state.change(dispute, { balance_transactions: [booked] });
}

export function bookDisputeWon(processor: Processor, dispute: Stripe.Dispute): void {
  if (processor.state.account === null) return;
  const { amount, currency, id: source } = dispute;
  const fees = [feeDetail(-disputeFee, currency, "stripe_fee")];
  const facts = { type: "adjustment", category: "dispute_reversal", amount, currency, fees, source } as const;
  const booked = book(processor, { ...facts, description: "Chargeback reversal" });
  processor.state.change(dispute, { balance_transactions: [...dispute.balance_transactions, booked] });
}

function feeDetail(amount: number, currency: string, type: "application_fee" | "stripe_fee") {
  const isOurs = type === "application_fee";
  const description = isOurs ? "Application fee" : "Processing fees";
  return { amount, application: isOurs ? applicationId : null, currency, description, type };
}

/** The fee is an object of the platform's account. */
function takeFee({ state, clock, events }: Processor, charge: Stripe.Charge, amount: number): string {
  const account = state.account!;
  return state.within(null, () => {
    const id = newObjectId("fee");
    const fee = state.add({
      id,
      object: "application_fee",
      account,
      amount,
      amount_refunded: 0,
      application: applicationId,
      balance_transaction: null,
      charge: charge.id,
      created: clock.seconds(),
      currency: charge.currency,
      fee_source: { charge: charge.id, type: "charge" },
      livemode: false,
      originating_transaction: null,
      refunded: false,
      refunds: { object: "list", data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
    });
    events.emit("application_fee.created", fee);
    return fee.id;
  });
}

/** Gives back the share of the platform's fee that a refund has of its charge; returns that amount. */
function returnFee({ state }: Processor, charge: Stripe.Charge, refunded: number): number {
  const id = idOf(charge.application_fee);
  return state.within(null, () => {
    const fee = state.find("application_fee", id);
    if (!fee) return 0;
    const left = fee.amount - fee.amount_refunded;
    const amount = Math.min(left, Math.round((fee.amount * refunded) / charge.amount));
    const total = fee.amount_refunded + amount;
    state.change(fee, { amount_refunded: total, refunded: total === fee.amount });
    return amount;
  });
}
