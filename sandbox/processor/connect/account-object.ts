import type { Stripe } from "stripe";
import { newObjectId } from "../stored-objects.ts";

/** What an account of a business must still enter before it may take payments. */
const requiredAtFirst = [
  "business_profile.mcc",
  "business_profile.url",
  "external_account",
  "representative.dob.day",
  "tos_acceptance.date",
];

export interface NewAccount {
  country: string;
  email: string | null;
  created: number;
  controller: Omit<Stripe.Account.Controller, "is_controller" | "type">;
  capabilities: readonly ("card_payments" | "transfers")[];
  businessName: string | null;
  businessUrl: string | null;
  metadata: Record<string, string>;
}

/** A connected account before its owner has entered anything. */
export function newAccount(facts: NewAccount): Stripe.Account {
  const capabilities = Object.fromEntries(facts.capabilities.map((name) => [name, "inactive"]));
  return {
    id: newObjectId("acct", 16),
    object: "account",
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null as never,
      name: facts.businessName,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: facts.businessUrl,
    },
    business_type: null,
    capabilities,
    charges_enabled: false,
    controller: { ...facts.controller, is_controller: true, type: "application" },
    country: facts.country,
    created: facts.created,
    default_currency: facts.country === "US" ? "usd" : "eur",
    details_submitted: false,
    email: facts.email,
    external_accounts: { object: "list", data: [], has_more: false, url: "/v1/accounts/external_accounts" },
    future_requirements: requirementsOf([]),
    metadata: facts.metadata,
    payouts_enabled: false,
    requirements: requirementsOf(requiredAtFirst),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: "none",
  };
}

/** Requirements of which all are due now; none for an empty list. */
function requirementsOf(due: readonly string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [...due],
    disabled_reason: due.length > 0 ? "requirements.past_due" : null,
    errors: [],
    eventually_due: [...due],
    past_due: [...due],
    pending_verification: [],
  };
}

/** What follows from the requirements for payments, payouts and capabilities. */
export function enabledBy({ capabilities = {} }: Stripe.Account, due: readonly string[]) {
  const isEnabled = due.length === 0;
  const state = isEnabled ? "active" : "inactive";
  return {
    requirements: requirementsOf(due),
    charges_enabled: isEnabled,
    payouts_enabled: isEnabled,
    capabilities: Object.fromEntries(Object.keys(capabilities).map((name) => [name, state])),
  };
}
