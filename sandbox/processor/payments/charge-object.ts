import type { Stripe } from "stripe";
import type { Decline } from "./cards.ts";

export interface ChargeFacts {
  id: string;
  created: number;
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  status: "succeeded" | "failed" | "pending";
  decline: Decline | null;
  /** The payer confirmed it at the bank. */
  isAuthenticated: boolean;
  receiptUrl: string;
}

/** One attempt at taking the money of an intent. */
export function newCharge(facts: ChargeFacts): Stripe.Charge {
  const { id, created, intent, method, status, decline } = facts;
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: status === "failed" ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "SANDBOX",
    captured: status !== "failed",
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: status === "succeeded",
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(facts),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === "succeeded" ? facts.receiptUrl : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

/** The result of the bank and the processor's risk rules. A card considered fraudulent is not sent to the bank. */
function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  if (decline === null) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      risk_score: 20,
      seller_message: "Payment complete.",
      type: "authorized",
    };
  }
  const isBlocked = decline.declineCode === "fraudulent";
  return {
    advice_code: decline.advice,
    network_advice_code: null,
    network_decline_code: isBlocked ? null : "05",
    network_status: isBlocked ? "not_sent_to_network" : "declined_by_network",
    reason: isBlocked ? "highest_risk_level" : decline.declineCode,
    risk_level: isBlocked ? "highest" : "normal",
    risk_score: isBlocked ? 95 : 20,
    seller_message: isBlocked ? "The payment was blocked." : "The bank declined the payment.",
    type: isBlocked ? "blocked" : "issuer_declined",
  };
}

function detailsOf(facts: ChargeFacts): Stripe.Charge.PaymentMethodDetails {
  const { method, intent, isAuthenticated } = facts;
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
      method.us_bank_account;
    const account = { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number };
    return { type: "us_bank_account", us_bank_account: { ...account, payment_reference: null } };
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card!;
  return {
    type: "card",
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand,
      checks: checks ?? null,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: isAuthenticated ? authenticated : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const authenticated: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: null,
  version: "2.2.0",
};
