import type { Stripe } from "stripe";
import { idOf } from "../stored-objects.ts";

export interface DisputeFacts {
  id: string;
  created: number;
  charge: Stripe.Charge;
  amount: number;
  reason: string;
  /** Until when evidence is taken, in Unix seconds. */
  dueBy: number;
}

/** A new dispute that waits for an answer, without evidence. */
export function newDispute({ id, created, charge, amount, reason, dueBy }: DisputeFacts): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand;
  const card = {
    brand: brand ?? "visa",
    case_type: "chargeback",
    network: brand ?? "visa",
    network_reason_code: "10",
  } as const;
  return {
    id,
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: card.network_reason_code,
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: { card, type: "card" },
    reason,
    status: "needs_response",
  };
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
