import type { Stripe } from "stripe";
import { authorizePayment } from "./cards.ts";
import { listPage, listParams } from "../lists.ts";
import { attachMethod, cardBehind, takeMethod } from "./payment-method-store.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";
import { newSetupIntent } from "./setup-intent-object.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

const confirmable = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** `/v1/setup_intents`: saves a method for later without a payment. A confirmation at the bank is taken as given. */
export const setupIntentRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, clock, events } = processor;
  const find = (params: Record<string, string>) =>
    state.require("setup_intent", params["intent"]!, "intent", 404);
  scope.post("/v1/setup_intents", ({ input }) => {
    input.allow(
      "automatic_payment_methods",
      "confirm",
      "customer",
      "description",
      "metadata",
      "payment_method",
      "usage",
    );
    const customer = input.string("customer");
    if (customer !== null) state.require("customer", customer, "customer");
    const methodId = input.string("payment_method");
    const method = methodId === null ? null : takeMethod(processor, methodId, "payment_method");
    const intent = state.add(
      newSetupIntent(newObjectId("seti"), clock.seconds(), {
        customer,
        description: input.string("description"),
        metadata: input.metadata(),
        payment_method: method?.id ?? null,
        usage: input.oneOf("usage", ["off_session", "on_session"]) ?? "off_session",
      }),
    );
    events.emit("setup_intent.created", intent);
    return input.boolean("confirm") ? confirmSetup(processor, intent, method) : intent;
  });
  scope.get("/v1/setup_intents", ({ input }) => {
    input.allow(...listParams, "customer");
    const customer = input.string("customer");
    const isWanted = (intent: Stripe.SetupIntent) => customer === null || intent.customer === customer;
    return listPage(input, state.list("setup_intent", isWanted), "/v1/setup_intents");
  });
  scope.get("/v1/setup_intents/:intent", ({ params }) => find(params));
  scope.post("/v1/setup_intents/:intent/confirm", ({ params, input }) => {
    input.allow("payment_method", "return_url");
    const intent = find(params);
    const methodId = input.string("payment_method") ?? idOf(intent.payment_method);
    return confirmSetup(
      processor,
      intent,
      methodId === null ? null : takeMethod(processor, methodId, "payment_method"),
    );
  });
  scope.post("/v1/setup_intents/:intent/cancel", ({ params, input }) => {
    input.allow("cancellation_reason");
    const intent = find(params);
    checkState(intent, "cancel");
    const reason = input.oneOf("cancellation_reason", ["abandoned", "duplicate", "requested_by_customer"]);
    state.change(intent, { status: "canceled", cancellation_reason: reason });
    events.emit("setup_intent.canceled", intent);
    return intent;
  });
};

/** Saves the method. Throws 402 when the bank refuses the card, and then the intent waits for another one. */
function confirmSetup(
  processor: Processor,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod | null,
): Stripe.SetupIntent {
  const { state, events } = processor;
  checkState(intent, "confirm");
  if (method === null)
    throw badRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      "payment_method",
    );
  const customer = state.find("customer", idOf(intent.customer));
  const card = cardBehind(processor, method);
  const answer = card && authorizePayment(card, { offSession: false, isSetUp: false, isAuthenticated: true });
  if (answer && typeof answer === "object" && !card.canBeSaved) {
    const { code, message, declineCode } = answer;
    const why = { code, ...(declineCode === null ? {} : { decline_code: declineCode }) };
    const last_setup_error: Stripe.SetupIntent.LastSetupError = { type: "card_error", message, ...why };
    state.change(intent, { status: "requires_payment_method", payment_method: null, last_setup_error });
    events.emit("setup_intent.setup_failed", intent);
    throw new ProcessorError(402, "card_error", message, { ...why, setup_intent: structuredClone(intent) });
  }
  if (customer) attachMethod(processor, method, customer);
  state.setAside(method.id, { isSetUp: true });
  state.change(intent, { status: "succeeded", payment_method: method.id, last_setup_error: null });
  events.emit("setup_intent.succeeded", intent);
  return intent;
}

function checkState(intent: Stripe.SetupIntent, verb: string): void {
  if (confirmable.includes(intent.status)) return;
  const message = `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`;
  throw badRequest(message, undefined, "setup_intent_unexpected_state");
}
