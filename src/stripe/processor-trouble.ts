import type { Logger } from "pino";
import { Stripe } from "stripe";
import { DomainError } from "../errors.ts";
import { processorError } from "./processor-error.ts";

const { errors } = Stripe;

/** True when the processor does not know the named object. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeError && error.code === "resource_missing";
}

/**
 * The platform's error for an error of the SDK that is no decline: INVALID_AMOUNT, or PROCESSOR_ERROR without any text of the
 * processor. Logs what an operator has to know.
 */
export function translateTrouble(error: Stripe.errors.StripeError, log: Logger): DomainError {
  // Bounds that depend on the day's exchange rate are known to the processor alone.
  if (error.code === "amount_too_small" || error.code === "amount_too_large")
    return new DomainError(
      "INVALID_AMOUNT",
      "The payment processor does not accept this amount in this currency. Change the amount or currency.",
    );
  // The cause is not handed on: its text, its headers and the payer's data are the processor's.
  const { type: reason, code: processorCode, statusCode: status, requestId: processorRequestId } = error;
  const facts = { reason, processorCode, status, processorRequestId };
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    log.error({ ...facts, alert: "processor_credentials" }, "The payment processor refuses our key");
    return processorError({ retryable: false });
  }
  if (error instanceof errors.StripeRateLimitError) return processorError({ retryable: true });
  // Also 409: the key's first call may still run there, and so have its effect.
  const isUnclear = error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError;
  if (isUnclear) {
    log.warn(facts, "The payment processor gave no clear answer");
    return processorError({ retryable: true, unknownOutcome: true });
  }
  log.error({ ...facts, alert: "processor_refusal" }, "The payment processor refuses a call of ours");
  return processorError({ retryable: false });
}
