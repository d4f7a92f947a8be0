import { DomainError } from "../errors.ts";

/** 500 PROCESSOR_ERROR, without any text of the processor. */
export function processorError(details: {
  retryable: boolean;
  unknownOutcome?: boolean;
  configured?: false;
}): DomainError {
  const message =
    details.configured === false
      ? "No payment processor is configured on this server."
      : details.retryable
        ? "The payment processor did not complete the request. Try again later."
        : "The payment processor rejected the request. Contact support with the request ID.";
  return new DomainError("PROCESSOR_ERROR", message, { ...details });
}
