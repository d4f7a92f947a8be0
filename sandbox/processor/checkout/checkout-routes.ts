import type { Stripe } from "stripe";
import {
  expireCheckout,
  followCheckout,
  planOfCheckout,
  requireOpen,
  type CheckoutPlan,
} from "./checkout-flow.ts";
import { readExpiry, readLines, readUrl } from "./checkout-input.ts";
import { lineItemsOf, newCheckoutSession } from "./checkout-object.ts";
import { checkoutPages } from "./checkout-pages.ts";
import { listPage, listParams, wholeList } from "../lists.ts";
import type { Params } from "../params.ts";
import { readApplicationFee } from "../connect/application-fees.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";

const creatable = [
  "cancel_url",
  "client_reference_id",
  "customer",
  "customer_creation",
  "customer_email",
  "expires_at",
  "line_items",
  "locale",
  "metadata",
  "mode",
  "payment_intent_data",
  "subscription_data",
  "success_url",
  "ui_mode",
];

/** `/v1/checkout/sessions` and their hosted pages. */
export const checkoutRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, clock, expansion } = processor;
  const find = (params: Record<string, string>) => state.require("checkout.session", params["session"]!);
  expansion.include("checkout.session", "line_items", (session: Stripe.Checkout.Session) =>
    wholeList(
      lineItemsOf(planOfCheckout(processor, session).lines),
      `/v1/checkout/sessions/${session.id}/line_items`,
    ),
  );
  processor.onIntentMoved.push((intent) => followCheckout(processor, intent));
  clock.onMove(() => expireLate(processor));
  scope.post("/v1/checkout/sessions", ({ input }) => createSession(processor, input));
  scope.get("/v1/checkout/sessions", ({ input }) => listSessions(processor, input));
  scope.get("/v1/checkout/sessions/:session", ({ params }) => find(params));
  scope.get("/v1/checkout/sessions/:session/line_items", ({ params, input }) => {
    input.allow(...listParams);
    const session = find(params);
    const items = lineItemsOf(planOfCheckout(processor, session).lines);
    return listPage(input, items, `/v1/checkout/sessions/${session.id}/line_items`);
  });
  scope.post("/v1/checkout/sessions/:session/expire", ({ params, input }) => {
    input.allow();
    const session = find(params);
    requireOpen(processor, session);
    expireCheckout(processor, session);
    return session;
  });
  checkoutPages(scope, processor);
};

function createSession(processor: Processor, input: Params): Stripe.Checkout.Session {
  input.allow(...creatable);
  const { state, clock } = processor;
  const mode = input.oneOf("mode", ["payment", "subscription"]);
  if (mode === null) throw badRequest("Missing required param: mode.", "mode", "parameter_missing");
  input.oneOf("ui_mode", ["hosted_page"]);
  const customerId = input.string("customer");
  const customerEmail = input.string("customer_email");
  if (customerId !== null && customerEmail !== null)
    throw badRequest("You may only specify one of these parameters: customer, customer_email.", "customer");
  const customer = customerId === null ? null : state.require("customer", customerId, "customer");
  const successUrl = readUrl(input, "success_url");
  if (successUrl === null)
    throw badRequest("Missing required param: success_url.", "success_url", "parameter_missing");
  const creation = input.oneOf("customer_creation", ["always", "if_required"]);
  if (creation !== null && (customerId !== null || mode !== "payment"))
    throw badRequest(
      "`customer_creation` can only be used in `payment` mode without a customer.",
      "customer_creation",
    );
  const plan = readPlan(processor, input, mode);
  const session = state.add(
    newCheckoutSession({
      mode,
      customer,
      customerEmail,
      lines: plan.lines,
      clientReferenceId: input.string("client_reference_id"),
      metadata: input.metadata(),
      successUrl,
      cancelUrl: readUrl(input, "cancel_url"),
      createdAt: clock.seconds(),
      expiresAt: readExpiry(processor, input),
      pages: `${processor.url()}/checkout`,
    }),
  );
  state.setAside(session.id, { plan });
  if (creation === "always") state.change(session, { customer_creation: "always" });
  return session;
}

function readPlan(processor: Processor, input: Params, mode: "payment" | "subscription"): CheckoutPlan {
  const intent = input.hash("payment_intent_data");
  intent.allow(
    "application_fee_amount",
    "capture_method",
    "description",
    "metadata",
    "receipt_email",
    "setup_future_usage",
  );
  const usage = intent.oneOf("setup_future_usage", ["off_session", "on_session"]);
  const subscription = input.hash("subscription_data");
  subscription.allow("description", "metadata", "trial_period_days");
  const wrong = mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (input.has(wrong)) throw badRequest(`You can not pass \`${wrong}\` in \`${mode}\` mode.`, wrong);
  return {
    lines: readLines(processor, input, mode),
    intent: {
      description: intent.string("description"),
      metadata: intent.metadata(),
      fee: readApplicationFee(processor, intent),
      usage,
    },
    subscription: {
      description: subscription.string("description"),
      metadata: subscription.metadata(),
      trialDays: subscription.integer("trial_period_days", { min: 1, max: 730 }),
    },
  };
}

function listSessions({ state }: Processor, input: Params) {
  input.allow(...listParams, "customer", "payment_intent", "status", "subscription");
  const wanted = {
    customer: input.string("customer"),
    payment_intent: input.string("payment_intent"),
    subscription: input.string("subscription"),
    status: input.oneOf("status", ["open", "complete", "expired"]),
  };
  const isWanted = (session: Stripe.Checkout.Session) =>
    Object.entries(wanted).every(
      ([name, value]) => value === null || idOf(session[name as keyof typeof wanted]) === value,
    );
  return listPage(input, state.list("checkout.session", isWanted), "/v1/checkout/sessions");
}

function expireLate(processor: Processor): void {
  const now = processor.clock.seconds();
  const isLate = (session: Stripe.Checkout.Session) => session.status === "open" && session.expires_at <= now;
  const { state } = processor;
  for (const owner of state.owners())
    state.within(owner, () => {
      for (const session of state.list("checkout.session", isLate).reverse())
        expireCheckout(processor, session);
    });
}
