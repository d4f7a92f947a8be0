import type { Stripe } from "stripe";
import type { Period } from "../subscriptions/billing-period.ts";
import { settleAmounts } from "./invoice-amounts.ts";
import { newInvoiceLine, type LineFacts } from "./invoice-line.ts";
import { wholeList } from "../lists.ts";
import { newObjectId } from "../stored-objects.ts";

/** The content of a draft invoice. Times are Unix seconds. */
export interface NewInvoice {
  id?: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: readonly LineFacts[];
  /** The time that it bills or that led to it. */
  period: Period;
  createdAt: number;
  /** When it is finalized automatically; null when that happens immediately. */
  finalizesAt: number | null;
  /** The moment for which its prorations were computed. */
  prorationDate: number | null;
}

/** A draft: it has its lines and amounts, and as yet no number. The customer's balance is settled when it is final. */
export function newInvoice(facts: NewInvoice): Stripe.Invoice {
  const { customer, subscription, prorationDate } = facts;
  const id = facts.id ?? newObjectId("in");
  const lines = facts.lines.map((line) => newInvoiceLine(line, id));
  const details: Stripe.Invoice.Parent.SubscriptionDetails = {
    metadata: { ...subscription.metadata },
    subscription: subscription.id,
  };
  if (prorationDate !== null) details.subscription_proration_date = prorationDate;
  return {
    id,
    object: "invoice",
    ...unusedFields(),
    ...amountFields(lines, customer.balance),
    attempt_count: 0,
    attempted: false,
    auto_advance: facts.finalizesAt !== null,
    automatically_finalizes_at: facts.finalizesAt,
    billing_reason: facts.reason,
    created: facts.createdAt,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    default_payment_method: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    metadata: {},
    next_payment_attempt: facts.finalizesAt,
    number: null,
    parent: { quote_details: null, subscription_details: details, type: "subscription_details" },
    period_end: facts.period.end,
    period_start: facts.period.start,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
  };
}

/** The totals of the lines with the customer's balance, before any payment. */
export function amountFields(lines: readonly Stripe.InvoiceLineItem[], balance: number) {
  const amounts = settleAmounts(
    lines.map(({ amount }) => amount),
    balance,
  );
  return {
    amount_due: amounts.amountDue,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amounts.amountDue,
    amount_shipping: 0,
    ending_balance: null,
    starting_balance: amounts.startingBalance,
    subtotal: amounts.subtotal,
    subtotal_excluding_tax: amounts.subtotal,
    total: amounts.total,
    total_excluding_tax: amounts.total,
  } satisfies Partial<Stripe.Invoice>;
}

/** Fields that no invoice of the stand-in uses. */
function unusedFields() {
  return {
    account_country: "US",
    account_name: "Sandbox",
    account_tax_ids: null,
    application: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    collection_method: "charge_automatically",
    custom_fields: null,
    customer_account: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    footer: null,
    from_invoice: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  } satisfies Partial<Stripe.Invoice>;
}
