import type { Stripe } from "stripe";
import { z } from "zod";
import { openDispute } from "./dispute-flow.ts";
import { html } from "../hosted/hosted-html.ts";
import { formatAmount, pageHeaders, renderPage } from "../hosted/hosted-page.ts";
import { listPage, listParams, wholeList } from "../lists.ts";
import type { ProcessorRoutes } from "../processor-context.ts";
import { refundCharge } from "./refund-flow.ts";
import { idOf } from "../stored-objects.ts";

const refundSchema = z.strictObject({ amount: z.int().min(1).optional() });
const disputeSchema = z.strictObject({
  amount: z.int().min(1).optional(),
  reason: z.string().default("fraudulent"),
});

/**
 * `/v1/charges`, to read, and their receipts. Controls: `POST /charges/{id}/refund {amount}` refunds as in the
 * processor's dashboard, `POST /charges/{id}/dispute {reason, amount}` disputes as the payer's bank would.
 */
export const chargeRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, expansion } = processor;
  scope.get("/v1/charges", ({ input }) => {
    input.allow(...listParams, "customer", "payment_intent");
    const [customer, intent] = [input.string("customer"), input.string("payment_intent")];
    const isWanted = (charge: Stripe.Charge) =>
      (customer === null || charge.customer === customer) &&
      (intent === null || idOf(charge.payment_intent) === intent);
    return listPage(input, state.list("charge", isWanted), "/v1/charges");
  });
  scope.get("/v1/charges/:charge", ({ params }) => state.require("charge", params["charge"]!));
  expansion.include("charge", "refunds", (charge: Stripe.Charge) =>
    wholeList(
      state.list("refund", (refund) => refund.charge === charge.id),
      `/v1/charges/${charge.id}/refunds`,
    ),
  );
  scope.control("/charges/:charge/refund", refundSchema, ({ amount }, params) =>
    refundCharge(
      processor,
      state.require("charge", params["charge"]!),
      amount === undefined ? {} : { amount },
    ),
  );
  scope.control("/charges/:charge/dispute", disputeSchema, ({ amount, reason }, params) => {
    const charge = state.require("charge", params["charge"]!);
    return openDispute(processor, charge, amount === undefined ? { reason } : { reason, amount });
  });
  scope.fastify.get<{ Params: { charge: string } }>("/receipts/:charge", async (request, reply) => {
    const { amount, currency, description, id } = state.withinOwnerOf(request.params.charge, () =>
      state.require("charge", request.params.charge),
    );
    const paid = formatAmount(amount, currency);
    const body = html`<h1>Receipt</h1>
      <p>${description}</p>
      <p><strong>${paid}</strong> was paid.</p>
      <p>${id}</p>`;
    const page = { title: "Receipt", body };
    return reply.headers(pageHeaders(page)).send(renderPage(page));
  });
};
