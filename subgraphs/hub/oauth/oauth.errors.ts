import { DomainError, validationError } from "../../../src/errors.ts";
import { OauthProviderFault } from "./oauth.port.ts";

export function providerNotFound(): DomainError {
  return new DomainError(
    "PROVIDER_NOT_FOUND",
    "Provider not found or not configured. Check the provider name.",
  );
}

export function connectionNotFound(): DomainError {
  return new DomainError("CONNECTION_NOT_FOUND", "Connection not found. Connect the service first.");
}

/** 400, word for word the same for every fault of a state, so that states cannot be probed. */
export function stateNotValid(): DomainError {
  return validationError([
    {
      path: "state",
      message: "is unknown, already used or expired; start the connection again",
      rule: "state",
    },
  ]);
}

/** 409: the person must connect the account again. */
export function needsReauth(currentState: string): DomainError {
  const message = "Access to this account has ended. Connect the account again.";
  return new DomainError("CONNECTION_NEEDS_REAUTH", message, { currentState, allowed: ["connected"] });
}

/** 409: the person granted less than this needs. */
export function missingScope(scope: string): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "The connection lacks a scope for this. Connect the account again with the scope in `scopes`.",
    { reason: "missing_scope", scopes: [scope] },
  );
}

/** 502: no good token now; the grant is kept, and it may be tried again. */
export function providerUnavailable(retryable = true): DomainError {
  const message = retryable
    ? "The provider cannot be reached. Try again later."
    : "The provider rejected the request. Check its values, or connect again.";
  return new DomainError("UPSTREAM_FAILED", message, { retryable });
}

/** The public form of an error thrown by a provider call. Other errors are returned unchanged. */
export function publicFault(thrown: unknown): unknown {
  if (!(thrown instanceof OauthProviderFault)) return thrown;
  return providerUnavailable(thrown.kind === "unavailable");
}
