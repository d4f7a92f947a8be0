import type { Logger } from "pino";
import { Stripe } from "stripe";
import { DomainError, type ErrorCode } from "../../../src/errors.ts";
import { readDecline } from "./decline-codes.ts";
import { processorError } from "./processor-error.ts";
import { ProcessorDecline } from "./processor.port.ts";

const { errors } = Stripe;

/** Error codes for objects that the processor does not know. */
export type Missing = Extract<
  ErrorCode,
  "PAYMENT_METHOD_NOT_FOUND" | "INVOICE_NOT_FOUND" | "SUBSCRIPTION_NOT_FOUND"
>;

const missingWords: Record<Missing, string> = {
  PAYMENT_METHOD_NOT_FOUND: "Payment method not found. Check the ID.",
  INVOICE_NOT_FOUND: "Invoice not found. Check the ID.",
  SUBSCRIPTION_NOT_FOUND: "Subscription not found. Check the app ID.",
};

/** Runs calls of the SDK and maps their errors to the port's errors. */
export interface StripeCalls {
  /** Throws `missing` when the named object does not exist. */
  run<T>(call: () => Promise<T>, missing?: Missing): Promise<T>;
  /** Null when it does not exist. */
  find<T>(call: () => Promise<T>): Promise<T | null>;
}

export function createStripeErrors(log: Logger): StripeCalls {
  return {
    run: (call, missing) =>
      call().catch((error: unknown) => {
        throw translate(error, log, missing);
      }),
    find: (call) =>
      call().catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw translate(error, log);
      }),
  };
}

/** True when the processor does not know the named object. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeError && error.code === "resource_missing";
}

/** Throws `missing` for any rejection of a call whose only input is an id, and other errors unchanged. */
export function throwMissing(error: unknown, missing: Missing): never {
  if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
  throw new DomainError(missing, missingWords[missing]);
}

/** True for a refusal by the bank, or one that waits for the payer. */
export function isDecline(error: unknown): boolean {
  return error instanceof errors.StripeCardError || waitsForPayer(error);
}

export function waitsForPayer(error: unknown): boolean {
  return error instanceof errors.StripeError && error.code === "invoice_payment_intent_requires_action";
}

function translate(error: unknown, log: Logger, missing?: Missing): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  if (isDecline(error)) return toDecline(error);
  if (missing && isMissing(error)) return new DomainError(missing, missingWords[missing]);
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

function toDecline(error: Stripe.errors.StripeError): ProcessorDecline {
  const intent = error.payment_intent as { id?: unknown } | undefined;
  return new ProcessorDecline({
    ...readDecline(waitsForPayer(error) ? { code: "payment_intent_action_required" } : error),
    paymentIntentId: typeof intent?.id === "string" ? intent.id : null,
  });
}
