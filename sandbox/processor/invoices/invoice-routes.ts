import type { FastifyReply, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { asPage, sendPage, sendRedirect } from "../hosted/hosted-replies.ts";
import { invoicePage } from "./invoice-page.ts";
import { followIntent, intentOf, payInvoice, paymentOf } from "./invoice-payment.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { previewInvoice } from "./invoice-preview.ts";
import { voidInvoice } from "./invoice-void.ts";
import { finalizeInvoice } from "./invoices.ts";
import { listPage, listParams, wholeList } from "../lists.ts";
import type { Params } from "../params.ts";
import { takeMethod } from "../payments/payment-method-store.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";
import { readPriceChange } from "../subscriptions/subscription-input.ts";
import type { ProcessorScope } from "../wire.ts";

/** `/v1/invoices`, and each invoice's page and PDF. */
export const invoiceRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, clock, expansion } = processor;
  const find = (params: Record<string, string>) => state.require("invoice", params["invoice"]!);
  expansion.include("invoice", "payments", (invoice: Stripe.Invoice) => {
    const payment = paymentOf(processor, invoice);
    return wholeList(payment ? [payment] : [], `/v1/invoice_payments?invoice=${invoice.id}`);
  });
  expansion.include("invoice", "confirmation_secret", (invoice: Stripe.Invoice) => {
    if (invoice.status !== "open") return null;
    return { client_secret: intentOf(processor, invoice).client_secret, type: "payment_intent" };
  });
  processor.onIntentMoved.push((intent) => followIntent(processor, intent));
  scope.get("/v1/invoices", ({ input }) => listInvoices(processor, input));
  scope.get("/v1/invoices/:invoice", ({ params }) => find(params));
  scope.get("/v1/invoices/:invoice/lines", ({ params, input }) => {
    input.allow(...listParams);
    const invoice = find(params);
    return listPage(input, invoice.lines.data, `/v1/invoices/${invoice.id}/lines`);
  });
  scope.post("/v1/invoices/:invoice/pay", ({ params, input }) => {
    input.allow("off_session", "payment_method");
    const given = input.string("payment_method");
    const method = given === null ? {} : { methodId: takeMethod(processor, given, "payment_method").id };
    const isPayerPresent = input.boolean("off_session") === false;
    return payInvoice(processor, find(params), { ...method, isPayerPresent, at: clock.seconds() });
  });
  scope.post("/v1/invoices/:invoice/void", ({ params, input }) => {
    input.allow();
    return voidInvoice(processor, find(params), clock.seconds());
  });
  scope.post("/v1/invoices/:invoice/finalize", ({ params, input }) => {
    input.allow("auto_advance");
    return finalizeInvoice(processor, find(params), clock.seconds());
  });
  scope.post("/v1/invoices/create_preview", ({ input }) => previewByApi(processor, input));
  scope.get("/v1/invoice_payments", ({ input }) => {
    input.allow(...listParams, "invoice", "status");
    const [invoice, status] = [input.string("invoice"), input.oneOf("status", ["canceled", "open", "paid"])];
    const isWanted = (payment: Stripe.InvoicePayment) =>
      (invoice === null || payment.invoice === invoice) && (status === null || payment.status === status);
    return listPage(input, state.list("invoice_payment", isWanted), "/v1/invoice_payments");
  });
  invoicePages(scope, processor);
};

function listInvoices({ state }: Processor, input: Params) {
  input.allow(...listParams, "collection_method", "customer", "status", "subscription");
  const [customer, subscription] = [input.string("customer"), input.string("subscription")];
  if (customer !== null) state.require("customer", customer, "customer");
  const status = input.oneOf("status", ["draft", "open", "paid", "uncollectible", "void"]);
  const isWanted = (invoice: Stripe.Invoice) =>
    (customer === null || invoice.customer === customer) &&
    (status === null || invoice.status === status) &&
    (subscription === null || idOf(invoice.parent?.subscription_details?.subscription) === subscription);
  return listPage(input, state.list("invoice", isWanted), "/v1/invoices");
}

function previewByApi(processor: Processor, input: Params): Stripe.Invoice {
  input.allow("customer", "subscription", "subscription_details");
  const id = input.requiredString("subscription");
  const subscription = processor.state.require("subscription", id, "subscription");
  const customer = input.string("customer");
  if (customer !== null && customer !== subscription.customer)
    throw badRequest("The subscription is not this customer's.", "customer");
  const details = input.hash("subscription_details");
  details.allow("items", "proration_behavior", "proration_date");
  return previewInvoice(processor, {
    subscription,
    change: readPriceChange(processor, subscription, details),
  });
}

function invoicePages({ fastify }: ProcessorScope, processor: Processor): void {
  const find = (request: FastifyRequest) =>
    processor.state.require("invoice", (request.params as { invoice: string }).invoice);
  const show = (invoice: Stripe.Invoice, reply: FastifyReply, problem: string | null = null) =>
    sendPage(
      reply,
      invoicePage(invoice, addressOf(processor, invoice), problem),
      problem === null ? 200 : 402,
    );
  fastify.get("/invoices/:invoice", async (request, reply) =>
    asPage(reply, () => show(find(request), reply)),
  );
  fastify.get("/invoices/:invoice/pdf", async (request, reply) => {
    const invoice = find(request);
    return reply
      .header("content-disposition", `inline; filename="${invoice.number ?? invoice.id}.pdf"`)
      .type("application/pdf")
      .send(await invoicePdf(invoice));
  });
  fastify.post("/invoices/:invoice/pay", async (request, reply) => {
    const invoice = find(request);
    try {
      // The payer is at the page.
      payInvoice(processor, invoice, { isPayerPresent: true, at: processor.clock.seconds() });
    } catch (thrown) {
      if (!(thrown instanceof ProcessorError)) throw thrown;
      return show(invoice, reply, thrown.message);
    }
    return sendRedirect(reply, addressOf(processor, invoice));
  });
}

function addressOf(processor: Processor, { id }: Stripe.Invoice): string {
  return `${new URL(processor.url()).pathname}/invoices/${id}`;
}
