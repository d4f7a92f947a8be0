import { DomainError } from "../../../src/errors.ts";

/** The most endpoints that an account may make. */
export const maxEndpoints = 50;

export function endpointNotFound(): DomainError {
  return new DomainError("WEBHOOK_ENDPOINT_NOT_FOUND", "There is no such webhook endpoint.");
}

export function deliveryNotFound(): DomainError {
  return new DomainError("WEBHOOK_DELIVERY_NOT_FOUND", "There is no such webhook delivery.");
}

export function endpointDisabled(): DomainError {
  return new DomainError("INVALID_STATE", "The endpoint is disabled; enable it first.", {
    currentState: "disabled",
    allowed: ["enabled"],
  });
}

export function deliveryPending(): DomainError {
  return new DomainError("INVALID_STATE", "The delivery is still on its way.", {
    currentState: "pending",
    allowed: ["succeeded", "exhausted"],
  });
}

export function tooManyEndpoints(): DomainError {
  return new DomainError("INVALID_STATE", `An account has at most ${maxEndpoints} webhook endpoints.`, {
    limit: maxEndpoints,
  });
}

/** An endpoint that another setting made is changed there. */
export function endpointOfSetting(source: string): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `This endpoint follows its ${source.replace("_", " ")}; change it there.`,
    {
      source,
    },
  );
}
