import type { Stripe } from "stripe";
import { changedFields } from "../changed-fields.ts";
import { listPage, listParams } from "../lists.ts";
import type { Params } from "../params.ts";
import { attachMethod, checkSavable, detachMethod, takeMethod } from "./payment-method-store.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { newObjectId } from "../stored-objects.ts";

const writable = ["description", "email", "invoice_settings", "metadata", "name", "payment_method", "phone"];

/** `/v1/customers`. */
export const customerRoutes: ProcessorRoutes = (scope, processor) => {
  const { state, clock, events } = processor;
  scope.post("/v1/customers", ({ input }) => {
    input.allow(...writable);
    const id = newObjectId("cus", 14);
    const methodId = input.string("payment_method");
    const method = methodId === null ? null : takeMethod(processor, methodId, "payment_method");
    if (method) checkSavable(processor, method);
    const customer = state.add(newCustomer({ id, created: clock.seconds(), ...profileOf(input) }));
    events.emit("customer.created", customer);
    if (method) attachMethod(processor, method, customer);
    if (input.has("invoice_settings"))
      state.change(customer, { invoice_settings: readInvoiceSettings(processor, customer, input) });
    return customer;
  });
  scope.get("/v1/customers", ({ input }) => {
    input.allow(...listParams, "email");
    const email = input.string("email");
    const isWanted = (customer: Stripe.Customer) => email === null || customer.email === email;
    return listPage(input, state.list("customer", isWanted), "/v1/customers");
  });
  scope.get(
    "/v1/customers/:customer",
    ({ params }) => state.tombstone(params["customer"]!) ?? state.require("customer", params["customer"]!),
  );
  scope.post("/v1/customers/:customer", ({ params, input }) => {
    input.allow(...writable.filter((name) => name !== "payment_method"));
    const customer = state.require("customer", params["customer"]!);
    const changes: Partial<Stripe.Customer> = profileOf(input, customer);
    if (input.has("invoice_settings"))
      changes.invoice_settings = readInvoiceSettings(processor, customer, input);
    const previous = changedFields(customer, changes);
    state.change(customer, changes);
    if (Object.keys(previous).length > 0) events.emit("customer.updated", customer, previous);
    return customer;
  });
  scope.delete("/v1/customers/:customer", ({ params }) => deleteCustomer(processor, params["customer"]!));
};

/** Deletes a customer and takes their payment methods from them. */
function deleteCustomer(processor: Processor, id: string): Stripe.DeletedCustomer {
  const { state, events } = processor;
  const customer = state.require("customer", id);
  for (const method of state.list("payment_method", (one) => one.customer === id)) {
    detachMethod(processor, method);
  }
  processor.onCustomerDeleted.forEach((hear) => hear(customer));
  const tombstone: Stripe.DeletedCustomer = { id, object: "customer", deleted: true };
  state.bury(customer, tombstone);
  events.emit("customer.deleted", customer);
  return tombstone;
}

export function newCustomer(
  given: Pick<Stripe.Customer, "id" | "created"> & Partial<Stripe.Customer>,
): Stripe.Customer {
  return {
    object: "customer",
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: given.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
  };
}

/** Fields that a request sets; an empty string unsets one. */
function profileOf(input: Params, current?: Stripe.Customer) {
  const text = (name: "description" | "email" | "name" | "phone") =>
    input.has(name) ? { [name]: input.string(name) } : {};
  return {
    ...text("description"),
    ...text("email"),
    ...text("name"),
    ...text("phone"),
    ...(input.has("metadata") ? { metadata: input.metadata(current?.metadata) } : {}),
  };
}

function readInvoiceSettings(
  { state }: Processor,
  customer: Stripe.Customer,
  input: Params,
): Stripe.Customer["invoice_settings"] {
  const settings = input.hash("invoice_settings");
  settings.allow("default_payment_method");
  if (!settings.has("default_payment_method")) return customer.invoice_settings;
  const id = settings.string("default_payment_method");
  const param = settings.nameOf("default_payment_method");
  if (id !== null && state.require("payment_method", id, param).customer !== customer.id) {
    const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
    throw badRequest(message, param, "resource_missing");
  }
  return { ...customer.invoice_settings, default_payment_method: id };
}
