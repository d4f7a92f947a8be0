import type { Stripe } from "stripe";
import { z } from "zod";
import { validationError } from "../../../src/errors.ts";
import { zodFaults } from "../../zod-faults.ts";
import { html } from "../hosted/hosted-html.ts";
import { formatAmount, pageHeaders, renderPage, type HostedPage } from "../hosted/hosted-page.ts";
import { completeAction, confirmIntent, settleIntent, unexpectedState } from "./payment-flow.ts";
import { takeMethod, createTestMethod } from "./payment-method-store.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";

const outcomes = ["succeeded", "failed"] as const;

/** The payer's action with the client secret in a browser. Default: pays with a valid card. */
const paySchema = z.strictObject({
  /** The number or token of a test card, or the id of a saved method. */
  card: z.string().optional(),
  outcome: z.enum([...outcomes, "requires_action", "processing"]).default("succeeded"),
});

const cardOf = {
  succeeded: "pm_card_visa",
  failed: "pm_card_chargeDeclined",
  requires_action: "pm_card_authenticationRequired",
  processing: "pm_usBankAccount",
} as const;

const outcomeSchema = z.strictObject({ outcome: z.enum(outcomes).default("succeeded") });

/**
 * Actions of payers and their banks. Controls:
 *
 * POST /payment_intents/{id}/pay           {card, outcome}: the browser's confirmation
 * POST /payment_intents/{id}/authenticate  {outcome}: the payer's choice at the bank's page, or its buttons
 * POST /payment_intents/{id}/settle        {outcome}: the bank's late answer to a payment that is processing
 */
export const payerRoutes: ProcessorRoutes = (scope, processor) => {
  const find = (params: Record<string, string>) =>
    processor.state.require("payment_intent", params["intent"]!);
  scope.control("/payment_intents/:intent/pay", paySchema, (asked, params) =>
    pay(processor, find(params), asked),
  );
  scope.control("/payment_intents/:intent/settle", outcomeSchema, ({ outcome }, params) =>
    settleIntent(processor, find(params), outcome),
  );
  scope.control("/payment_intents/:intent/authenticate", outcomeSchema, ({ outcome }, params) =>
    completeAction(processor, find(params), outcome),
  );
  scope.fastify.get("/payment_intents/:intent/authenticate", async (request, reply) => {
    const params = request.params as Record<string, string>;
    const page = processor.state.withinOwnerOf(params["intent"], () => bankPage(processor, find(params)));
    return reply.headers(pageHeaders(page)).send(renderPage(page));
  });
  scope.fastify.post("/payment_intents/:intent/authenticated", async (request, reply) => {
    const parsed = outcomeSchema.safeParse(request.body ?? {});
    if (!parsed.success) throw validationError(zodFaults(parsed.error));
    const { outcome } = parsed.data;
    const params = request.params as Record<string, string>;
    const { intent, returnUrl } = processor.state.withinOwnerOf(params["intent"], () => {
      const waiting = find(params);
      const url = waiting.next_action?.redirect_to_url?.return_url ?? null;
      return { intent: completeAction(processor, waiting, outcome), returnUrl: url };
    });
    if (returnUrl !== null) return reply.redirect(returnTo(returnUrl, intent), 303);
    const body = html`<h1>${outcome === "succeeded" ? "Confirmed" : "Refused"}</h1>
      <p>You can close this page.</p>`;
    const page = { title: "Your bank", body };
    return reply.headers(pageHeaders(page)).send(renderPage(page));
  });
};

function pay(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  { card, outcome }: z.output<typeof paySchema>,
): Stripe.PaymentIntent {
  if (["succeeded", "processing", "canceled"].includes(intent.status))
    throw unexpectedState(intent, "confirm");
  const chosen = card ?? cardOf[outcome];
  const isSaved = processor.state.find("payment_method", chosen) !== null;
  const method = isSaved ? takeMethod(processor, chosen, "card") : createTestMethod(processor, chosen);
  return confirmIntent(processor, intent, { method, offSession: false });
}

function returnTo(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}

function bankPage({ state }: Processor, intent: Stripe.PaymentIntent): HostedPage {
  const amount = formatAmount(intent.amount, intent.currency);
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  const sessionId = state.aside(intent.id)["checkout"];
  // Browsers check each redirect after a form: a payment of a checkout goes on to its app.
  const session = typeof sessionId === "string" ? state.find("checkout.session", sessionId) : null;
  const formTargets = [returnUrl, session?.success_url].filter((url) => typeof url === "string");
  const button = (outcome: string, label: string) =>
    html`<button type="submit" name="outcome" value="${outcome}">${label}</button>`;
  const body =
    intent.status === "requires_action"
      ? html`<h1>Your bank asks</h1>
          <p>Do you want to pay <strong>${amount}</strong>?</p>
          <form method="post" action="authenticated">
            ${button("succeeded", "Confirm")} ${button("failed", "Refuse")}
          </form>`
      : html`<h1>Nothing to confirm</h1>
          <p>This payment does not wait for you.</p>`;
  return { title: "Your bank", body, formTargets };
}
