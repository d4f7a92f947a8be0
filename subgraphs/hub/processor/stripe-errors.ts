import type { Logger } from "pino";
import { Stripe } from "stripe";
import { DomainError, type ErrorCode } from "../../../src/errors.ts";
import { readDecline } from "./decline-codes.ts";
import { isMissing, translateTrouble } from "../../../src/stripe/processor-trouble.ts";
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
  return translateTrouble(error, log);
}

function toDecline(error: Stripe.errors.StripeError): ProcessorDecline {
  const intent = error.payment_intent as { id?: unknown } | undefined;
  return new ProcessorDecline({
    ...readDecline(waitsForPayer(error) ? { code: "payment_intent_action_required" } : error),
    paymentIntentId: typeof intent?.id === "string" ? intent.id : null,
  });
}
