import { randomInt } from "node:crypto";
import type { Stripe } from "stripe";

/**
 * All stored objects of the processor, by their `object` field. The SDK's own types of the pinned API version
 * define the required fields: an object that lacks a field, or has a field of another version, does not
 * compile.
 */
export interface StoredObjects {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  product: Stripe.Product;
  price: Stripe.Price;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: StoredEvent;
  "checkout.session": Stripe.Checkout.Session;
  "billing_portal.session": Stripe.BillingPortal.Session;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  account: Stripe.Account;
  application_fee: Stripe.ApplicationFee;
  balance_transaction: Stripe.BalanceTransaction;
  payout: Stripe.Payout;
}
export type ObjectKind = keyof StoredObjects;
export type StoredObject = StoredObjects[ObjectKind];

export interface StoredEvent {
  id: string;
  /** The connected account that it is about; absent for the platform's own. */
  account?: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new random id of the processor's form: `cus_` and letters and digits. */
export function newObjectId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/** A decimal goes over the wire as a string, of which the SDK makes the class that its types name. */
export function wireDecimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}

/** The id of an object's reference: never expanded in the state. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
