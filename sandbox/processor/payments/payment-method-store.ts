import type { Stripe } from "stripe";
import { findTestCard, type TestCard } from "./cards.ts";
import { changedFields } from "../changed-fields.ts";
import { newBankMethod, newCardMethod } from "./payment-method-object.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";
import { newObjectId } from "../stored-objects.ts";

const bankToken = "pm_usBankAccount";
const yearsUntilExpiry = 4;

/** A new payment method of a test card's number or token, or `pm_usBankAccount`. Throws 402 for an unknown number. */
export function createTestMethod(
  { state, clock }: Processor,
  numberOrToken: string,
  options: { id?: string; expiry?: { month: number; year: number }; created?: number } = {},
): Stripe.PaymentMethod {
  const { id = newObjectId("pm"), created = clock.seconds() } = options;
  if (numberOrToken === bankToken) return state.add(newBankMethod(id, created));
  const card = findTestCard(numberOrToken);
  if (!card) {
    const details = { code: "incorrect_number", param: "number" };
    throw new ProcessorError(402, "card_error", "Your card number is incorrect.", details);
  }
  const { expiry = { month: 12, year: new Date(created * 1000).getUTCFullYear() + yearsUntilExpiry } } =
    options;
  const method = state.add(newCardMethod(id, created, card, expiry));
  state.setAside(id, { number: card.number });
  return method;
}

/** The method of an id, created when the id is that of a test card. Throws 400 for any other unknown one. */
export function takeMethod(processor: Processor, id: string, param: string): Stripe.PaymentMethod {
  const isToken = id === bankToken || (id.startsWith("pm_card_") && findTestCard(id) !== null);
  return isToken ? createTestMethod(processor, id) : processor.state.require("payment_method", id, param);
}

/** The test card of a method; null for another type of method. It may have changed since the card was saved. */
export function cardBehind({ state }: Processor, method: Stripe.PaymentMethod): TestCard | null {
  const number = state.aside(method.id)["number"];
  return typeof number === "string" ? findTestCard(number) : null;
}

/** Saves a method for a customer. Throws 402 when the bank refuses the card, 400 when it cannot be used again. */
export function attachMethod(
  processor: Processor,
  method: Stripe.PaymentMethod,
  customer: Stripe.Customer,
): Stripe.PaymentMethod {
  const { state, events } = processor;
  if (method.customer === customer.id) return method;
  checkSavable(processor, method);
  state.change(method, { customer: customer.id });
  events.emit("payment_method.attached", method);
  return method;
}

/** Throws as `attachMethod` would, and changes nothing. */
export function checkSavable(processor: Processor, method: Stripe.PaymentMethod): void {
  checkUnspent(processor, method);
  if (method.customer !== null) {
    throw badRequest(
      "The payment method you provided has already been attached to a customer.",
      "payment_method",
      "payment_method_already_attached",
    );
  }
  const card = cardBehind(processor, method);
  if (card?.decline && !card.canBeSaved) {
    const { code, declineCode, message, advice } = card.decline;
    const decline = declineCode === null ? {} : { decline_code: declineCode };
    throw new ProcessorError(402, "card_error", message, { code, ...decline, advice_code: advice });
  }
}

/** Detaches a method from its customer permanently: it is no longer a default and cannot be used for payments. */
export function detachMethod(processor: Processor, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const { state, events } = processor;
  if (method.customer === null) {
    const message =
      "The payment method you provided is not attached to a customer so detachment is impossible.";
    throw badRequest(message, "payment_method");
  }
  const owner = state.find("customer", String(method.customer));
  state.change(method, { customer: null });
  state.setAside(method.id, { isSpent: true });
  events.emit("payment_method.detached", method, { customer: owner?.id ?? null });
  for (const subscription of state.list("subscription", ({ default_payment_method: id }) => id === method.id))
    state.change(subscription, { default_payment_method: null });
  if (owner?.invoice_settings.default_payment_method === method.id) {
    const changes = { invoice_settings: { ...owner.invoice_settings, default_payment_method: null } };
    const previous = changedFields(owner, changes);
    state.change(owner, changes);
    events.emit("customer.updated", owner, previous);
  }
  return method;
}

/** Throws 400 for a method that was detached, or used once without being saved. */
export function checkUnspent({ state }: Processor, method: Stripe.PaymentMethod): void {
  if (state.aside(method.id)["isSpent"] !== true) return;
  const message =
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.";
  throw badRequest(message, "payment_method");
}
