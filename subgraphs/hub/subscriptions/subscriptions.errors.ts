import { DomainError } from "../../../src/errors.ts";

export function subscriptionNotFound(): DomainError {
  return new DomainError("SUBSCRIPTION_NOT_FOUND", "There is no such subscription.");
}

export function paymentMethodNotFound(): DomainError {
  return new DomainError("PAYMENT_METHOD_NOT_FOUND", "There is no such payment method.");
}

export function billingInvoiceNotFound(): DomainError {
  return new DomainError("INVOICE_NOT_FOUND", "There is no such invoice.");
}

/** `allowed` are the operations that this state admits. */
export function subscriptionStateConflict(
  message: string,
  currentState: string,
  allowed: readonly string[],
): DomainError {
  return new DomainError("SUBSCRIPTION_STATE_CONFLICT", message, { currentState, allowed });
}

export function subscriptionExists(currentState: string): DomainError {
  return new DomainError(
    "SUBSCRIPTION_EXISTS",
    "There is a subscription in this app already; change its plan instead.",
    { currentState, allowed: ["update", "cancel"] },
  );
}
