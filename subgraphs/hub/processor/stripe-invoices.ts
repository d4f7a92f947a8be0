import { Stripe } from "stripe";
import type { InvoicePreviewQuery, PaymentProcessor } from "./processor.port.ts";
import { idOf, toSeconds } from "../../../src/stripe/stripe-client.ts";
import { isDecline, waitsForPayer, type StripeCalls } from "./stripe-errors.ts";
import { toInvoice, toInvoicePreview, withPayments } from "./stripe-invoice.ts";
import { firstItem } from "./stripe-subscription.ts";

type Invoices = Pick<
  PaymentProcessor,
  "listInvoices" | "readInvoice" | "readInvoicePayment" | "payInvoice" | "previewInvoice"
>;

export function createStripeInvoices(stripe: Stripe, { run, find }: StripeCalls): Invoices {
  const retrieve = (invoiceId: string) => stripe.invoices.retrieve(invoiceId, { expand: withPayments });
  return {
    listInvoices: async ({ customerId, limit }) => {
      const invoices = await find(() => stripe.invoices.list({ customer: customerId, limit }));
      return (invoices?.data ?? []).map((invoice) => toInvoice(invoice));
    },
    readInvoice: (invoiceId) => find(async () => toInvoice(await retrieve(invoiceId))),
    readInvoicePayment: async (invoiceId) => {
      const query = { invoice: invoiceId, status: "paid" as const };
      const payments = await find(() => stripe.invoicePayments.list(query));
      return idOf(payments?.data[0]?.payment.payment_intent);
    },
    payInvoice: (invoiceId, idempotencyKey) =>
      run(async () => {
        try {
          const params = { expand: withPayments };
          return toInvoice(await stripe.invoices.pay(invoiceId, params, { idempotencyKey }));
        } catch (error) {
          if (!isDecline(error) && !isSettled(error)) throw error;
          return toInvoice(await retrieve(invoiceId), waitsForPayer(error));
        }
      }, "INVOICE_NOT_FOUND"),
    previewInvoice: (query) =>
      find(async () => {
        try {
          return toInvoicePreview(await stripe.invoices.createPreview(await fromPreview(stripe, query)));
        } catch (error) {
          if (isNothingToBill(error)) return null;
          throw error;
        }
      }),
  };
}

async function fromPreview(
  stripe: Stripe,
  { customerId, subscriptionId, change }: InvoicePreviewQuery,
): Promise<Stripe.InvoiceCreatePreviewParams> {
  const params = { customer: customerId, subscription: subscriptionId };
  if (!change) return params;
  const { id } = firstItem(await stripe.subscriptions.retrieve(subscriptionId));
  return {
    ...params,
    subscription_details: {
      items: [{ id, price: change.priceId }],
      proration_behavior: change.proration,
      ...(change.proration === "none" ? {} : { proration_date: toSeconds(change.prorationAt) }),
    },
  };
}

/** Paid, voided or not yet final: there is nothing to collect, which the invoice itself says best. */
function isSettled(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code !== "resource_missing" &&
    error.param === undefined
  );
}

function isNothingToBill(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "invoice_upcoming_none";
}
