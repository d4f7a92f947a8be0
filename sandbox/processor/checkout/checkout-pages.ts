import type { FastifyReply, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { z } from "zod";
import { payCheckout, planOfCheckout, refusalOf, type CheckoutPayment } from "./checkout-flow.ts";
import { checkoutPage } from "./checkout-page.ts";
import { expiryOf, nameOfMethod, offeredCards, savedMethods } from "../hosted/hosted-cards.ts";
import { messagePage } from "../hosted/hosted-page.ts";
import { asPage, isForm, sendPage, sendRedirect, wrongBody } from "../hosted/hosted-replies.ts";
import { settleIntent } from "../payments/payment-flow.ts";
import { rhythmOf } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { ProcessorError } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";
import type { ProcessorScope } from "../wire.ts";

const paySchema = z.object({
  card: z.string().max(64).optional(),
  outcome: z.enum(["paid", "declined", "unpaid"]).optional(),
  authentication: z.enum(["succeeded", "failed", "pending"]).default("succeeded"),
});
const settleSchema = z.object({ outcome: z.enum(["paid", "succeeded", "failed"]).default("paid") });

/**
 * The hosted page of a session, and the actions of its forms and scripts:
 *
 * GET  /checkout/{sessionId}          the page
 * POST /checkout/{sessionId}/pay      {card, outcome: "paid"|"declined"|"unpaid"}; a form is redirected, to the page of
 *                                     the bank where that asks the payer (3-D Secure). A script says what the payer answers:
 *                                     {authentication: "succeeded"|"failed"|"pending"}
 * GET  /checkout/{sessionId}/authenticated  back from the bank's page
 * POST /checkout/{sessionId}/settle   {outcome: "paid"|"failed"}: the late answer to one that is complete and unpaid
 * POST /checkout/{sessionId}/cancel   back to the app; the session stays open
 */
export function checkoutPages({ fastify, control }: ProcessorScope, processor: Processor): void {
  const { state } = processor;
  const idOfSession = (request: FastifyRequest) => (request.params as { session: string }).session;
  const find = (request: FastifyRequest) => state.require("checkout.session", idOfSession(request));
  const within = <Result>(request: FastifyRequest, work: () => Result) =>
    state.withinOwnerOf(idOfSession(request), work);
  fastify.get("/checkout/:session", async (request, reply) =>
    within(request, () => asPage(reply, () => showPage(processor, find(request), reply))),
  );
  fastify.post("/checkout/:session/pay", async (request, reply) => {
    const parsed = paySchema.safeParse(request.body ?? {});
    if (!parsed.success) throw wrongBody(parsed.error);
    const { card = null, outcome = null, authentication: answer } = parsed.data;
    return within(request, () => {
      const session = find(request);
      if (isForm(request))
        return payByForm(processor, session, { card, outcome, authentication: null }, reply);
      const authentication = answer === "pending" ? null : answer;
      return payByScript(processor, session, { card, outcome, authentication }, reply);
    });
  });
  fastify.get("/checkout/:session/authenticated", async (request, reply) =>
    within(request, () => {
      const session = find(request);
      if (session.status === "complete") return sendRedirect(reply, successUrlOf(session));
      const refusal = session.status === "open" ? refusalOf(processor, session) : null;
      return showPage(processor, session, reply, refusal && { problem: problemOf(refusal), card: null });
    }),
  );
  fastify.post("/checkout/:session/cancel", async (request, reply) => {
    const { cancel_url: url, id } = within(request, () => find(request));
    return sendRedirect(reply, url ?? `${processor.url()}/checkout/${id}`);
  });
  control("/checkout/:session/settle", settleSchema, ({ outcome }, params) => {
    const session = state.require("checkout.session", params["session"]!);
    const intent = state.find(
      "payment_intent",
      (state.aside(session.id)["intent"] as string | undefined) ?? null,
    );
    if (!intent) throw new ProcessorError(400, "invalid_request_error", "This session has no payment yet.");
    settleIntent(processor, intent, outcome === "failed" ? "failed" : "succeeded");
    return describe(session);
  });
}

/** The response to scripts: a summary of the session. */
function describe(session: Stripe.Checkout.Session) {
  return {
    id: session.id,
    status: session.status,
    paymentStatus: session.payment_status,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    invoiceId: idOf(session.invoice),
    redirectUrl: session.status === "complete" ? successUrlOf(session) : null,
  };
}

/** 402 with the card's error for a refusal; the session then stays open. */
async function payByScript(
  processor: Processor,
  session: Stripe.Checkout.Session,
  payment: CheckoutPayment,
  reply: FastifyReply,
) {
  const attempt = payCheckout(processor, session, payment);
  if (attempt.is === "waiting") return { ...describe(session), authenticationUrl: attempt.url };
  if (attempt.is === "complete") return describe(session);
  const { type, code, decline_code, message } = attempt.error;
  return reply.code(402).send({ error: { type, code, decline_code, message }, session: describe(session) });
}

async function payByForm(
  processor: Processor,
  session: Stripe.Checkout.Session,
  payment: CheckoutPayment,
  reply: FastifyReply,
) {
  if (session.status !== "open") return showPage(processor, session, reply);
  const attempt = payCheckout(processor, session, payment);
  if (attempt.is === "waiting") return sendRedirect(reply, attempt.url);
  if (attempt.is === "complete") return sendRedirect(reply, successUrlOf(session));
  return showPage(processor, session, reply, { problem: problemOf(attempt.error), card: payment.card });
}

function problemOf({ message }: Stripe.PaymentIntent.LastPaymentError): string {
  return message ?? "Your card was declined.";
}

function showPage(
  processor: Processor,
  session: Stripe.Checkout.Session,
  reply: FastifyReply,
  tried: { problem: string; card: string | null } | null = null,
) {
  const isOpen = session.status === "open" && session.expires_at > processor.clock.seconds();
  if (!isOpen) {
    const isPaid = session.status === "complete";
    const message = isPaid ? "This payment is already complete." : "This checkout session has expired.";
    const url = isPaid ? successUrlOf(session) : session.cancel_url;
    const page = messagePage(message, url === null ? null : { url, label: "Go back to the app" });
    return sendPage(reply, page, isPaid ? 200 : 410);
  }
  const saved = savedMethods(processor, idOf(session.customer)).map((method) => ({
    value: method.id,
    label: `${nameOfMethod(method)}, saved`,
    hint: method.card ? `expires ${expiryOf(method)}` : "payment settles later",
  }));
  const cards = [...saved, ...offeredCards];
  const known = cards.find(({ value }) => value === tried?.card) ?? cards[0]!;
  const page = checkoutPage({
    address: `${new URL(processor.url()).pathname}/checkout/${session.id}`,
    lines: planOfCheckout(processor, session).lines.map(({ price, quantity, description }) => ({
      name: description,
      quantity,
      amount: (price.unit_amount ?? 0) * quantity,
      rhythm: price.recurring ? `every ${rhythmOf(price.recurring)}` : null,
    })),
    total: session.amount_total!,
    currency: session.currency!,
    customerEmail: session.customer_details?.email ?? null,
    cards,
    chosenCard: known.value,
    problem: tried?.problem ?? null,
    successUrl: session.success_url!,
    cancelUrl: session.cancel_url,
  });
  return sendPage(reply, page, tried ? 402 : 200);
}

function successUrlOf(session: Stripe.Checkout.Session): string {
  return session.success_url!.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
