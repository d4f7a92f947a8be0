import type { ProcessorRoutes } from "../processor-context.ts";

/**
 * Keeps the addresses of hosted pages right: what was kept by an earlier run, or made before the server listened, gets
 * this run's base address before the first request is answered.
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
