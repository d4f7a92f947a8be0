import type { FastifyReply, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { changedFields } from "../changed-fields.ts";
import { readUrl } from "../checkout/checkout-input.ts";
import { asPage, sendPage, sendRedirect } from "./hosted-replies.ts";
import { attachMethod, createTestMethod, detachMethod } from "../payments/payment-method-store.ts";
import { portalPage } from "./portal-page.ts";
import { portalView } from "./portal-view.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { noSuch, ProcessorError } from "../processor-error.ts";
import { newObjectId } from "../stored-objects.ts";
import { endingAt, notEnding } from "../subscriptions/subscription-changes.ts";
import { periodOf } from "../subscriptions/subscription-object.ts";
import { updateSubscription } from "../subscriptions/subscriptions.ts";

/** Lifetime of a portal session. */
const sessionSeconds = 3600;

/** Runs a form's action and returns the key of its confirmation. */
type FormAction = (customer: Stripe.Customer, request: FastifyRequest) => string;

/** `/v1/billing_portal/sessions`, and the page of each. */
export const portalRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, clock } = processor;
  const { fastify } = scope;
  scope.post("/v1/billing_portal/sessions", ({ input }) => {
    input.allow("configuration", "customer", "locale", "return_url");
    const customer = state.require("customer", input.requiredString("customer"), "customer");
    const id = newObjectId("bps");
    return state.add(
      newPortalSession({
        id,
        created: clock.seconds(),
        customer: customer.id,
        return_url: readUrl(input, "return_url"),
        url: `${processor.url()}/portal/${id}`,
      }),
    );
  });
  fastify.get("/portal/:session", async (request, reply) =>
    asPage(reply, () => show(processor, find(processor, request), reply, { done: doneOf(request) })),
  );
  for (const [path, runAction] of Object.entries(formActions(processor))) {
    fastify.post(`/portal/:session/${path}`, async (request, reply) => {
      const session = find(processor, request);
      try {
        const done = runAction(state.require("customer", session.customer), request);
        return sendRedirect(reply, `${addressOf(processor, session)}?done=${done}`);
      } catch (thrown) {
        if (!(thrown instanceof ProcessorError)) throw thrown;
        return show(processor, session, reply, { problem: thrown.message });
      }
    });
  }
};

/** Confirmations that the page shows. The URL carries only the key. */
const doneWords: Readonly<Record<string, string>> = {
  added: "The card was added.",
  default: "The default payment method was changed.",
  removed: "The payment method was removed.",
  canceled: "The subscription ends at the end of the current period.",
  kept: "The subscription continues.",
};

function formActions(processor: Processor): Record<string, FormAction> {
  const { state } = processor;
  const ownMethod = (customer: Stripe.Customer, request: FastifyRequest) =>
    own(state.require("payment_method", paramOf(request, "method")), customer, "PaymentMethod");
  const ownSubscription = (customer: Stripe.Customer, request: FastifyRequest) =>
    own(state.require("subscription", paramOf(request, "subscription")), customer, "subscription");
  return {
    methods: (customer, request) => {
      const { card } = (request.body ?? {}) as { card?: unknown };
      const method = attachMethod(processor, createTestMethod(processor, String(card)), customer);
      if (customer.invoice_settings.default_payment_method === null) setDefault(processor, customer, method);
      return "added";
    },
    "methods/:method/default": (customer, request) => {
      setDefault(processor, customer, ownMethod(customer, request));
      return "default";
    },
    "methods/:method/remove": (customer, request) => {
      detachMethod(processor, ownMethod(customer, request));
      return "removed";
    },
    "subscriptions/:subscription/cancel": (customer, request) => {
      const subscription = ownSubscription(customer, request);
      const { end } = periodOf(subscription);
      // The page ends it by date only, as flexible billing does; API clients must handle both forms.
      updateSubscription(
        processor,
        subscription,
        endingAt(processor, subscription, end, { endsWithPeriod: false }),
      );
      return "canceled";
    },
    "subscriptions/:subscription/keep": (customer, request) => {
      const subscription = ownSubscription(customer, request);
      updateSubscription(processor, subscription, notEnding(subscription));
      return "kept";
    },
  };
}

function show(
  processor: Processor,
  session: Stripe.BillingPortal.Session,
  reply: FastifyReply,
  said: { problem?: string; done?: string | null },
): FastifyReply {
  const { problem = null, done = null } = said;
  const view = portalView(processor, session, addressOf(processor, session));
  return sendPage(reply, portalPage({ ...view, problem, done }), problem === null ? 200 : 402);
}

function find(processor: Processor, request: FastifyRequest): Stripe.BillingPortal.Session {
  const session = processor.state.require("billing_portal.session", paramOf(request, "session"));
  if (session.created + sessionSeconds > processor.clock.seconds()) return session;
  throw new ProcessorError(410, "invalid_request_error", "This billing portal session has expired.");
}

function own<Owned extends { id: string; customer: unknown }>(
  owned: Owned,
  customer: Stripe.Customer,
  title: string,
): Owned {
  if (owned.customer === customer.id) return owned;
  throw noSuch(title, owned.id, "id");
}

function setDefault(
  { state, events }: Processor,
  customer: Stripe.Customer,
  { id }: Stripe.PaymentMethod,
): void {
  const changes = { invoice_settings: { ...customer.invoice_settings, default_payment_method: id } };
  const previous = changedFields(customer, changes);
  if (Object.keys(previous).length === 0) return;
  state.change(customer, changes);
  events.emit("customer.updated", customer, previous);
}

function doneOf(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return typeof done === "string" && Object.hasOwn(doneWords, done) ? doneWords[done]! : null;
}

function paramOf(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name]!;
}

function addressOf(processor: Processor, { id }: Stripe.BillingPortal.Session): string {
  return `${new URL(processor.url()).pathname}/portal/${id}`;
}

function newPortalSession(
  given: Pick<Stripe.BillingPortal.Session, "id" | "created" | "customer" | "return_url" | "url">,
): Stripe.BillingPortal.Session {
  return {
    object: "billing_portal.session",
    configuration: "bpc_sandbox",
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...given,
  };
}
