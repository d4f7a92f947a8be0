import type { Stripe } from "stripe";
import { checkAmount, readCurrency } from "../amount-bounds.ts";
import { listPage, listParams } from "../lists.ts";
import type { Params } from "../params.ts";
import { cancelIntent, confirmIntent, declineOf, openIntent, unexpectedState } from "./payment-flow.ts";
import { readApplicationFee } from "../connect/application-fees.ts";
import { takeMethod } from "./payment-method-store.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";

const writable = [
  "amount",
  "currency",
  "customer",
  "description",
  "metadata",
  "payment_method",
  "payment_method_types",
  "receipt_email",
  "setup_future_usage",
  "statement_descriptor_suffix",
];
const atConfirmation = [
  "error_on_requires_action",
  "off_session",
  "payment_method",
  "receipt_email",
  "return_url",
  "setup_future_usage",
];
const creatable = [
  "application_fee_amount",
  "automatic_payment_methods",
  "capture_method",
  "confirm",
  "confirmation_method",
];
const cancellationReasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"] as const;

/** `/v1/payment_intents`. A payment is captured immediately: manual capture is not supported. */
export const paymentIntentRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  const find = (params: Record<string, string>) =>
    state.require("payment_intent", params["intent"]!, "intent", 404);
  scope.post("/v1/payment_intents", ({ input }) => createIntent(processor, input));
  scope.get("/v1/payment_intents", ({ input }) => {
    input.allow(...listParams, "customer");
    const customer = input.string("customer");
    const isWanted = (intent: Stripe.PaymentIntent) => customer === null || intent.customer === customer;
    return listPage(input, state.list("payment_intent", isWanted), "/v1/payment_intents");
  });
  scope.get("/v1/payment_intents/:intent", ({ params, input }) => {
    input.allow("client_secret");
    return find(params);
  });
  scope.post("/v1/payment_intents/:intent", ({ params, input }) =>
    updateIntent(processor, find(params), input),
  );
  scope.post("/v1/payment_intents/:intent/confirm", ({ params, input }) => {
    input.allow(...atConfirmation);
    return confirm(processor, find(params), input);
  });
  scope.post("/v1/payment_intents/:intent/cancel", ({ params, input }) => {
    input.allow("cancellation_reason");
    return cancelIntent(processor, find(params), input.oneOf("cancellation_reason", cancellationReasons));
  });
};

function createIntent(processor: Processor, input: Params): Stripe.PaymentIntent {
  input.allow(...writable, ...atConfirmation, ...creatable);
  const amount = input.requiredInteger("amount", { min: 1 });
  const currency = readCurrency(input);
  checkAmount(amount, currency);
  input.oneOf("capture_method", ["automatic", "automatic_async"]);
  input.oneOf("confirmation_method", ["automatic"]);
  const isConfirmed = input.boolean("confirm") ?? false;
  for (const name of ["off_session", "error_on_requires_action", "return_url"]) {
    if (!input.has(name) || isConfirmed) continue;
    throw badRequest(`\`${name}\` can only be passed when \`confirm\` is true.`, name);
  }
  const methodTypes = input.strings("payment_method_types");
  const automatic = input.hash("automatic_payment_methods");
  automatic.allow("allow_redirects", "enabled");
  const intent = openIntent(processor, {
    amount,
    currency,
    ...readFields(processor, input),
    application_fee_amount: readApplicationFee(processor, input),
    automatic_payment_methods:
      (automatic.boolean("enabled") ?? methodTypes.length === 0)
        ? {
            allow_redirects: automatic.oneOf("allow_redirects", ["always", "never"]) ?? "always",
            enabled: true,
          }
        : null,
    ...(methodTypes.length === 0 ? {} : { payment_method_types: methodTypes }),
  });
  return isConfirmed ? confirm(processor, intent, input) : intent;
}

function updateIntent(
  processor: Processor,
  intent: Stripe.PaymentIntent,
  input: Params,
): Stripe.PaymentIntent {
  input.allow(...writable);
  const changes: Partial<Stripe.PaymentIntent> = readFields(processor, input, intent);
  const isOver = ["succeeded", "canceled", "processing"].includes(intent.status);
  const lasting = new Set(["description", "metadata"]);
  if (isOver && input.names().some((name) => !lasting.has(name) && name !== "expand"))
    throw unexpectedState(intent, "update");
  if (input.has("currency")) changes.currency = readCurrency(input);
  if (input.has("amount")) changes.amount = input.requiredInteger("amount", { min: 1 });
  checkAmount(changes.amount ?? intent.amount, changes.currency ?? intent.currency);
  if (input.has("payment_method")) {
    changes.status = changes.payment_method ? "requires_confirmation" : "requires_payment_method";
  }
  return processor.state.change(intent, changes);
}

/** Fields that a request sets, for a new intent or a changed one. */
function readFields(processor: Processor, input: Params, current?: Stripe.PaymentIntent) {
  const { state } = processor;
  const text = (name: "description" | "receipt_email" | "statement_descriptor_suffix") =>
    input.has(name) ? { [name]: input.string(name) } : {};
  const customer = input.string("customer");
  if (customer !== null) state.require("customer", customer, "customer");
  const usage = input.oneOf("setup_future_usage", ["off_session", "on_session"]);
  const method = takeGivenMethod(processor, input, customer ?? idOf(current?.customer));
  return {
    ...text("description"),
    ...text("receipt_email"),
    ...text("statement_descriptor_suffix"),
    ...(customer === null ? {} : { customer }),
    ...(method === null ? {} : { payment_method: method.id }),
    ...(input.has("setup_future_usage") ? { setup_future_usage: usage } : {}),
    metadata: input.metadata(current?.metadata),
  };
}

/** A method of another customer is refused before anything is made. */
function takeGivenMethod(
  processor: Processor,
  input: Params,
  customer: string | null,
): Stripe.PaymentMethod | null {
  const id = input.string("payment_method");
  if (id === null) return null;
  const method = takeMethod(processor, id, "payment_method");
  if (method.customer === null || method.customer === customer) return method;
  const message = `The PaymentMethod ${id} does not belong to the Customer you supplied.`;
  throw badRequest(message, "payment_method");
}

/** Confirms by the API: a refused payment is answered with 402, one that may not wait for the payer too. */
function confirm(processor: Processor, intent: Stripe.PaymentIntent, input: Params): Stripe.PaymentIntent {
  const { state } = processor;
  const given = takeGivenMethod(processor, input, idOf(intent.customer));
  const methodId = given?.id ?? idOf(intent.payment_method);
  if (methodId === null) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update it with a payment method and then confirm it again.";
    throw badRequest(message, "payment_method", "payment_intent_unexpected_state");
  }
  const usage = input.oneOf("setup_future_usage", ["off_session", "on_session"]);
  if (usage !== null) state.change(intent, { setup_future_usage: usage });
  const method = state.require("payment_method", methodId, "payment_method");
  const offSession = input.boolean("off_session") ?? false;
  const mayAsk = !(input.boolean("error_on_requires_action") ?? false);
  const returnUrl = input.string("return_url");
  confirmIntent(processor, intent, { method, offSession: offSession || !mayAsk, returnUrl });
  if (intent.last_payment_error) throw declineOf(intent);
  return intent;
}
