import type { Stripe } from "stripe";
import type { ProcessorInvoice, ProcessorInvoicePreview, ProcessorInvoiceStatus } from "./processor.port.ts";
import { idOf, toDate, toDateOrNull } from "../../../src/stripe/stripe-client.ts";

/** The subscription's place before the 2025-03-31 version of the API. */
interface EarlierParent {
  subscription?: string | { id: string } | null;
  subscription_details?: { metadata?: Record<string, string> | null } | null;
}

/** Expands the last payment attempt, which may require the payer; within the API's maximum depth of four. */
export const withPayments = ["payments.data.payment.payment_intent"];

/** Maps an invoice to the port's. `needsAction`: the last payment attempt requires the payer to act. */
export function toInvoice(invoice: Stripe.Invoice, needsAction = false): ProcessorInvoice {
  const earlier = invoice as EarlierParent;
  const details = invoice.parent?.subscription_details;
  const { start, end } = periodOf(invoice);
  const isWaiting = invoice.status === "open" && (needsAction || waitsForPayer(invoice));
  return {
    id: invoice.id,
    number: invoice.number,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(details?.subscription ?? earlier.subscription),
    status: statusOf(invoice),
    amount: invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    createdAt: toDate(invoice.created),
    periodStart: toDate(start),
    periodEnd: toDate(end),
    paidAt: toDateOrNull(invoice.status_transitions.paid_at),
    attemptCount: invoice.attempt_count,
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    requiresActionUrl: isWaiting ? (invoice.hosted_invoice_url ?? null) : null,
    metadata: { ...(details?.metadata ?? earlier.subscription_details?.metadata ?? invoice.metadata) },
  };
}

export function toInvoicePreview(invoice: Stripe.Invoice): ProcessorInvoicePreview {
  const { start, end } = periodOf(invoice);
  return {
    amount: invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    periodStart: toDate(start),
    periodEnd: toDate(end),
    nextPaymentAttempt: toDateOrNull(invoice.next_payment_attempt),
    lines: invoice.lines.data.map((line) => ({
      description: line.description ?? "",
      amount: line.amount,
      proration: isProration(line),
    })),
  };
}

function statusOf({ status }: Stripe.Invoice): ProcessorInvoiceStatus {
  const known: readonly ProcessorInvoiceStatus[] = ["draft", "open", "paid", "void", "uncollectible"];
  return known.find((name) => name === status) ?? "draft";
}

/** The paid period: the invoice's own period is that of past usage, and empty on a subscription's first one. */
function periodOf(invoice: Stripe.Invoice): { start: number; end: number } {
  const lines = invoice.lines?.data ?? [];
  const recurring = lines.filter((line) => !isProration(line));
  const latest = (recurring.length > 0 ? recurring : lines)
    .map(({ period }) => period)
    .toSorted((a, b) => b.end - a.end)[0];
  return latest ?? { start: invoice.period_start, end: invoice.period_end };
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration ?? false;
}

function waitsForPayer({ payments }: Stripe.Invoice): boolean {
  return (payments?.data ?? []).some(({ is_default, payment }) => {
    const intent = payment.payment_intent;
    return is_default && typeof intent === "object" && intent.status === "requires_action";
  });
}
