import type { Stripe } from "stripe";
import type { Period } from "../subscriptions/billing-period.ts";
import { changedFields } from "../changed-fields.ts";
import type { LineFacts } from "./invoice-line.ts";
import { amountFields, newInvoice } from "./invoice-object.ts";
import type { Processor } from "../processor-context.ts";
import { ProcessorError } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";
import { itemOf } from "../subscriptions/subscription-object.ts";

/** The cause of a subscription's invoice. Times are Unix seconds. */
export interface Billing {
  id?: string;
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: readonly LineFacts[];
  /** The time before it that it settles; a moment where it looks ahead only. */
  period: Period;
  at: number;
  /** When it is finalized automatically; null when the caller finalizes it. */
  finalizesAt?: number | null;
  prorationDate?: number | null;
}

/** A draft of the given and the pending lines. It becomes the subscription's latest. */
export function draftInvoice(processor: Processor, billing: Billing): Stripe.Invoice {
  const { state, events } = processor;
  const { subscription, at, finalizesAt = null, prorationDate = null } = billing;
  const waiting = pendingItems(processor, subscription);
  const lines = [...waiting.map((item) => lineOfItem(processor, subscription, item)), ...billing.lines];
  const customer = state.require("customer", idOf(subscription.customer)!);
  const invoice = state.add(
    newInvoice({ ...billing, customer, lines, createdAt: at, finalizesAt, prorationDate }),
  );
  for (const item of waiting) state.change(item, { invoice: invoice.id });
  state.change(subscription, { latest_invoice: invoice.id });
  events.emit("invoice.created", invoice);
  return invoice;
}

/** Prorations of the subscription that wait for its next invoice, oldest first. */
export function pendingItems({ state }: Processor, { id }: Stripe.Subscription): Stripe.InvoiceItem[] {
  const isPending = (item: Stripe.InvoiceItem) =>
    item.invoice === null && item.parent?.subscription_details?.subscription === id;
  return state.list("invoiceitem", isPending).reverse();
}

export function lineOfItem(
  { state }: Processor,
  subscription: Stripe.Subscription,
  item: Stripe.InvoiceItem,
): LineFacts {
  return {
    amount: item.amount,
    description: item.description ?? "",
    period: item.period,
    price: state.require("price", idOf(item.pricing?.price_details?.price)!),
    quantity: item.quantity,
    subscriptionId: subscription.id,
    subscriptionItemId: itemOf(subscription).id,
    isProration: item.proration,
    invoiceItemId: item.id,
    metadata: item.metadata ?? {},
  };
}

/** Gives the draft its number and applies the customer's balance; one with nothing due is paid immediately. */
export function finalizeInvoice(processor: Processor, invoice: Stripe.Invoice, at: number): Stripe.Invoice {
  const { state, events } = processor;
  requireStatus(invoice, "draft");
  const customer = state.require("customer", idOf(invoice.customer)!);
  const { next_invoice_sequence: sequence = 1, balance, invoice_prefix: prefix } = customer;
  const amounts = amountFields(invoice.lines.data, balance);
  const endingBalance = amounts.starting_balance + amounts.total - amounts.amount_due;
  const page = `${processor.url()}/invoices/${invoice.id}`;
  state.change(invoice, {
    ...amounts,
    ending_balance: endingBalance,
    number: `${prefix ?? customer.id}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    automatically_finalizes_at: null,
    auto_advance: true,
    next_payment_attempt: null,
    effective_at: at,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    status_transitions: { ...invoice.status_transitions, finalized_at: at },
  });
  changeCustomer(processor, customer, { next_invoice_sequence: sequence + 1, balance: endingBalance });
  events.emit("invoice.finalized", invoice);
  return amounts.amount_due === 0 ? settleInvoice(processor, invoice, at) : invoice;
}

/** Marks the invoice as paid: with the collected amount, or with nothing when nothing was due. */
export function settleInvoice(processor: Processor, invoice: Stripe.Invoice, at: number): Stripe.Invoice {
  const { state, events } = processor;
  state.change(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  });
  events.emit("invoice.paid", invoice);
  events.emit("invoice.payment_succeeded", invoice);
  return invoice;
}

/** Changes the invoice and emits an event with the old values. */
export function updateInvoice(
  { state, events }: Processor,
  invoice: Stripe.Invoice,
  changes: Partial<Stripe.Invoice>,
): void {
  const previous = changedFields(invoice, changes);
  if (Object.keys(previous).length === 0) return;
  state.change(invoice, changes);
  events.emit("invoice.updated", invoice, previous);
}

/** Refuses what an invoice of this status does not allow. */
export function requireStatus(invoice: Stripe.Invoice, ...allowed: readonly string[]): void {
  if (allowed.includes(invoice.status ?? "")) return;
  const message =
    invoice.status === "paid"
      ? "Invoice is already paid"
      : `This invoice is ${invoice.status}. Only ${allowed.join(" or ")} invoices can be changed this way.`;
  throw new ProcessorError(400, "invalid_request_error", message);
}

/** Changes the customer fields that invoices need; a new balance emits an event. */
export function changeCustomer(
  { state, events }: Processor,
  customer: Stripe.Customer,
  changes: Pick<Partial<Stripe.Customer>, "balance" | "next_invoice_sequence">,
): void {
  const previous = changedFields(customer, changes);
  state.change(customer, changes);
  if (previous["balance"] !== undefined) events.emit("customer.updated", customer, previous);
}
