import type { Stripe } from "stripe";
import type { Period } from "../subscriptions/billing-period.ts";
import { idOf, newObjectId, wireDecimal } from "../stored-objects.ts";

/** The facts of an invoice line. Amounts are integer minor units, negative for credits. */
export interface LineFacts {
  amount: number;
  description: string;
  period: Period;
  price: Stripe.Price;
  quantity: number;
  subscriptionId: string;
  subscriptionItemId: string;
  /** True for credits and charges of a change within a period. */
  isProration: boolean;
  /** The pending item that the line came from. */
  invoiceItemId: string | null;
  metadata: Record<string, string>;
}

export function newInvoiceLine(facts: LineFacts, invoiceId: string | null): Stripe.InvoiceLineItem {
  return {
    id: newObjectId("il"),
    object: "line_item",
    amount: facts.amount,
    currency: facts.price.currency,
    description: facts.description,
    discount_amounts: [],
    discountable: !facts.isProration,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: facts.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: facts.invoiceItemId,
        proration: facts.isProration,
        proration_details: { credited_items: null },
        subscription: facts.subscriptionId,
        subscription_item: facts.subscriptionItemId,
      },
      type: "subscription_item_details",
    },
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: pricingOf(facts.price),
    quantity: facts.quantity,
    quantity_decimal: wireDecimal(facts.quantity),
    subscription: facts.subscriptionId,
    subtotal: facts.amount,
    taxes: [],
  };
}

/** A proration that waits for the next invoice. */
export function newPendingItem(facts: LineFacts, customerId: string, at: number): Stripe.InvoiceItem {
  return {
    id: newObjectId("ii"),
    object: "invoiceitem",
    amount: facts.amount,
    currency: facts.price.currency,
    customer: customerId,
    customer_account: null,
    date: at,
    description: facts.description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: facts.metadata,
    net_amount: facts.amount,
    parent: {
      subscription_details: {
        subscription: facts.subscriptionId,
        subscription_item: facts.subscriptionItemId,
      },
      type: "subscription_details",
    },
    period: facts.period,
    pricing: pricingOf(facts.price),
    proration: facts.isProration,
    proration_details: { credited_items: null, discount_amounts: [] },
    quantity: facts.quantity,
    quantity_decimal: wireDecimal(facts.quantity),
    tax_rates: [],
    test_clock: null,
  };
}

function pricingOf(price: Stripe.Price): Stripe.InvoiceLineItem.Pricing {
  return {
    price_details: { price: price.id, product: idOf(price.product)! },
    type: "price_details",
    unit_amount_decimal: price.unit_amount_decimal,
  };
}
