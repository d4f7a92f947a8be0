import type { ProcessorRoutes } from "../processor-context.ts";

/**
 * Keeps the URLs of hosted pages correct: those stored by an earlier run, or created before the server
 * listened, get this run's base URL before the first request is handled.
 */
export const hostedAddresses: ProcessorRoutes = ({ fastify }, processor) => {
  const { state } = processor;
  let isDone = false;
  fastify.addHook("onRequest", async () => {
    if (isDone) return;
    isDone = true;
    const base = processor.url();
    for (const invoice of state.list("invoice", ({ hosted_invoice_url: url }) => Boolean(url))) {
      const page = `${base}/invoices/${invoice.id}`;
      state.change(invoice, { hosted_invoice_url: page, invoice_pdf: `${page}/pdf` });
    }
    for (const session of state.list("checkout.session", ({ url }) => url !== null))
      state.change(session, { url: `${base}/checkout/${session.id}` });
    for (const session of state.list("billing_portal.session"))
      state.change(session, { url: `${base}/portal/${session.id}` });
  });
};
