import { DomainError } from "../../../src/errors.ts";

export function subscriptionNotFound(): DomainError {
  return new DomainError("SUBSCRIPTION_NOT_FOUND", "Subscription not found. Check the app ID.");
}

export function paymentMethodNotFound(): DomainError {
  return new DomainError("PAYMENT_METHOD_NOT_FOUND", "Payment method not found. Check the ID.");
}

export function billingInvoiceNotFound(): DomainError {
  return new DomainError("INVOICE_NOT_FOUND", "Invoice not found. Check the ID.");
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
    "This app already has a subscription. Change its plan instead.",
    { currentState, allowed: ["update", "cancel"] },
  );
}
