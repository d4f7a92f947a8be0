import { DomainError } from "../../../src/errors.ts";

/** The most endpoints that an account may make. */
export const maxEndpoints = 50;

export function endpointNotFound(): DomainError {
  return new DomainError("WEBHOOK_ENDPOINT_NOT_FOUND", "Webhook endpoint not found. Check the ID.");
}

export function deliveryNotFound(): DomainError {
  return new DomainError("WEBHOOK_DELIVERY_NOT_FOUND", "Webhook delivery not found. Check the ID.");
}

export function endpointDisabled(): DomainError {
  return new DomainError("INVALID_STATE", "The webhook endpoint is disabled. Enable it first.", {
    currentState: "disabled",
    allowed: ["enabled"],
  });
}

export function deliveryPending(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "The webhook delivery is still pending. Wait until it succeeds or is exhausted.",
    {
      currentState: "pending",
      allowed: ["succeeded", "exhausted"],
    },
  );
}

export function tooManyEndpoints(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `Too many webhook endpoints. Maximum ${maxEndpoints} per account; delete one first.`,
    {
      limit: maxEndpoints,
    },
  );
}

/** An endpoint that another setting made is changed there. */
export function endpointOfSetting(source: string): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `This webhook endpoint is managed by its ${source.replace("_", " ")}. Change it there.`,
    {
      source,
    },
  );
}
