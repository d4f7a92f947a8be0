import type { Stripe } from "stripe";
import { z } from "zod";
import { findTestCard } from "./cards.ts";
import { listPage, listParams } from "../lists.ts";
import type { Params } from "../params.ts";
import { attachMethod, createTestMethod, detachMethod, takeMethod } from "./payment-method-store.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";

/**
 * `/v1/payment_methods`, and customers' saved methods. Control: `POST /payment_methods/{id}/behave {card}`
 * makes a saved card behave like another test card, like cards that expire or run out of funds after they were
 * saved. `POST /payment_methods/{id}/save {customer}` saves a detached one again under its id.
 */
export const paymentMethodRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  scope.post("/v1/payment_methods", ({ input }) => createMethod(processor, input));
  scope.get("/v1/payment_methods", ({ input }) => {
    input.allow(...listParams, "customer", "type");
    const customer = input.string("customer");
    if (customer !== null) state.require("customer", customer, "customer");
    return listPage(input, listMethods(processor, customer, input.string("type")), "/v1/payment_methods");
  });
  scope.get("/v1/payment_methods/:method", ({ params }) => findMethod(processor, params["method"]!));
  scope.post("/v1/payment_methods/:method", ({ params, input }) => {
    input.allow("allow_redisplay", "billing_details", "metadata");
    const method = findMethod(processor, params["method"]!);
    const billing = input.has("billing_details") ? { billing_details: readBilling(input, method) } : {};
    return state.change(method, { ...billing, metadata: input.metadata(method.metadata ?? {}) });
  });
  scope.post("/v1/payment_methods/:method/attach", ({ params, input }) => {
    input.allow("customer");
    const customer = state.require("customer", input.requiredString("customer"), "customer");
    return attachMethod(processor, takeMethod(processor, params["method"]!, "id"), customer);
  });
  scope.post("/v1/payment_methods/:method/detach", ({ params, input }) => {
    input.allow();
    return detachMethod(processor, findMethod(processor, params["method"]!));
  });
  scope.get("/v1/customers/:customer/payment_methods", ({ params, input }) => {
    input.allow(...listParams, "allow_redisplay", "type");
    const { id } = state.require("customer", params["customer"]!);
    const url = `/v1/customers/${id}/payment_methods`;
    return listPage(input, listMethods(processor, id, input.string("type")), url);
  });
  scope.get("/v1/customers/:customer/payment_methods/:method", ({ params }) => {
    const { id } = state.require("customer", params["customer"]!);
    const method = state.find("payment_method", params["method"]!);
    if (method?.customer === id) return method;
    throw new ProcessorError(404, "invalid_request_error", `No such PaymentMethod: '${params["method"]}'`, {
      code: "resource_missing",
      param: "payment_method",
    });
  });
  addControls(scope, processor);
};

function addControls(scope: Parameters<ProcessorRoutes>[0], { state }: Processor): void {
  scope.control(
    "/payment_methods/:method/save",
    z.strictObject({ customer: z.string() }),
    ({ customer }, params) => {
      const method = state.require("payment_method", params["method"]!);
      const { id } = state.require("customer", customer, "customer");
      state.setAside(method.id, { isSpent: false, isSetUp: true });
      return state.change(method, { customer: id });
    },
  );
  scope.control(
    "/payment_methods/:method/behave",
    z.strictObject({ card: z.string() }),
    ({ card }, params) => {
      const method = state.require("payment_method", params["method"]!);
      const known = findTestCard(card);
      if (!known) throw badRequest("No such test card.", "card");
      state.setAside(method.id, { number: known.number });
      return { paymentMethod: method.id, behavesAs: known.number };
    },
  );
}

function findMethod({ state }: Processor, id: string): Stripe.PaymentMethod {
  return state.require("payment_method", id);
}

function listMethods(
  { state }: Processor,
  customer: string | null,
  type: string | null,
): Stripe.PaymentMethod[] {
  return state.list(
    "payment_method",
    (method) =>
      method.customer !== null &&
      method.customer === (customer ?? method.customer) &&
      (type === null || method.type === type),
  );
}

function createMethod(processor: Processor, input: Params): Stripe.PaymentMethod {
  input.allow("billing_details", "card", "metadata", "type", "us_bank_account");
  const type = input.oneOf("type", ["card", "us_bank_account"]);
  if (type === "us_bank_account") return createTestMethod(processor, "pm_usBankAccount");
  const card = input.hash("card");
  card.allow("cvc", "exp_month", "exp_year", "number", "token");
  const token = card.string("token");
  const number = token === null ? card.requiredString("number") : token.replace(/^tok_/, "pm_card_");
  const month = token === null ? card.requiredInteger("exp_month", { min: 1, max: 12 }) : 12;
  const year = token === null ? fullYear(card.requiredInteger("exp_year")) : thisYear(processor) + 4;
  if (year < thisYear(processor)) {
    const details = { code: "invalid_expiry_year", param: "exp_year" };
    throw new ProcessorError(402, "card_error", "Your card's expiration year is invalid.", details);
  }
  const method = createTestMethod(processor, number, { expiry: { month, year } });
  const billing = input.has("billing_details") ? { billing_details: readBilling(input, method) } : {};
  return processor.state.change(method, { ...billing, metadata: input.metadata() });
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function thisYear({ clock }: Processor): number {
  return clock.now().getUTCFullYear();
}

function readBilling(input: Params, { billing_details: current }: Stripe.PaymentMethod) {
  const given = input.hash("billing_details");
  given.allow("address", "email", "name", "phone");
  const address = given.hash("address");
  const parts = ["city", "country", "line1", "line2", "postal_code", "state"] as const;
  address.allow(...parts);
  const read = (name: "email" | "name" | "phone") => (given.has(name) ? { [name]: given.string(name) } : {});
  const lines = parts.map((name) => [
    name,
    address.has(name) ? address.string(name) : (current.address?.[name] ?? null),
  ]);
  return {
    ...current,
    ...read("email"),
    ...read("name"),
    ...read("phone"),
    address: Object.fromEntries(lines) as Stripe.Address,
  };
}
