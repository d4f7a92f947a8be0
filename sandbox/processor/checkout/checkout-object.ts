import type { Stripe } from "stripe";
import { newObjectId } from "../stored-objects.ts";

/** One thing that a session sells. */
export interface CheckoutLine {
  price: Stripe.Price;
  quantity: number;
  description: string;
}

export interface NewCheckoutSession {
  mode: "payment" | "subscription";
  customer: Stripe.Customer | null;
  customerEmail: string | null;
  lines: readonly CheckoutLine[];
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string | null;
  createdAt: number;
  expiresAt: number;
  /** The address of the hosted pages of all sessions, without a trailing slash. */
  pages: string;
}

/** An open session with its hosted page. */
export function newCheckoutSession(facts: NewCheckoutSession): Stripe.Checkout.Session {
  const { mode, customer, lines } = facts;
  const id = newObjectId("cs_test", 58);
  const total = lines.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
  const email = customer?.email ?? facts.customerEmail;
  return {
    id,
    object: "checkout.session",
    ...unusedFields(),
    amount_subtotal: total,
    amount_total: total,
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReferenceId,
    created: facts.createdAt,
    currency: lines[0]!.price.currency,
    customer: customer?.id ?? null,
    customer_creation: customer ? null : mode === "subscription" ? "always" : "if_required",
    customer_details: email === null ? null : detailsOf(email, customer?.name ?? null),
    customer_email: facts.customerEmail,
    expires_at: facts.expiresAt,
    invoice: null,
    metadata: facts.metadata,
    mode,
    payment_intent: null,
    payment_method_collection: mode === "subscription" ? "always" : "if_required",
    payment_method_types: ["card", "us_bank_account"],
    payment_status: "unpaid",
    status: "open",
    subscription: null,
    success_url: facts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: `${facts.pages}/${id}`,
  };
}

export function detailsOf(email: string, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}

/** The lines as `expand[]=line_items` and the list of them show them. */
export function lineItemsOf(lines: readonly CheckoutLine[]): Stripe.LineItem[] {
  return lines.map(({ price, quantity, description }) => {
    const amount = (price.unit_amount ?? 0) * quantity;
    return {
      id: `li_${price.id}`,
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description,
      metadata: {},
      price,
      quantity,
    };
  });
}

/** Fields that no session of the stand-in uses. */
function unusedFields() {
  return {
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    discounts: [],
    integration_identifier: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    ui_mode: "hosted_page",
    wallet_options: null,
  } satisfies Partial<Stripe.Checkout.Session>;
}
