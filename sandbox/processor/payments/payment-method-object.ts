import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { TestCard } from "./cards.ts";

/** A new payment method over a test card, without a customer. */
export function newCardMethod(
  id: string,
  created: number,
  { number, brand }: TestCard,
  expiry: { month: number; year: number },
): Stripe.PaymentMethod {
  return {
    ...newMethod(id, created, "card"),
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: brand === "amex" ? "american_express" : brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash("sha256").update(number).digest("hex").slice(0, 16),
      funding: "credit",
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

/** A new bank account, whose payments take days to be settled. */
export function newBankMethod(id: string, created: number): Stripe.PaymentMethod {
  return {
    ...newMethod(id, created, "us_bank_account"),
    us_bank_account: {
      account_holder_type: "individual",
      account_type: "checking",
      bank_name: "STRIPE TEST BANK",
      financial_connections_account: null,
      fingerprint: "FFDMA0xfhBjWSZLu",
      last4: "6789",
      networks: { preferred: "ach", supported: ["ach"] },
      routing_number: "110000000",
      status_details: {},
    },
  };
}

function newMethod(id: string, created: number, type: "card" | "us_bank_account"): Stripe.PaymentMethod {
  return {
    id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: emptyAddress(), email: null, name: null, phone: null, tax_id: null },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
  };
}

function emptyAddress(): Stripe.Address {
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
}
