import { DomainError } from "../../../src/errors.ts";
import { BankProviderFault } from "./bank.port.ts";

export function connectionNotFound(): DomainError {
  return new DomainError("CONNECTION_NOT_FOUND", "Bank connection not found. Check the connectionId.");
}

export function needsReauth(currentState: string): DomainError {
  return new DomainError(
    "CONNECTION_NEEDS_REAUTH",
    "The bank requires a new login. Create a link token with this connectionId to repair it.",
    {
      currentState,
      allowed: ["active"],
    },
  );
}

/** 409: the connection has ended. */
export function isDisconnected(): DomainError {
  return new DomainError("INVALID_STATE", "This bank connection is disconnected. Connect the bank again.", {
    currentState: "disconnected",
    allowed: ["active", "needs_reauth", "error"],
  });
}

/** 409: another sync of the connection did not end within the timeout. */
export function isBusy(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "Another operation on this bank connection is in progress. Try again in a moment.",
    {
      reason: "in_progress",
      retryable: true,
    },
  );
}

/** 429, with the time from which a sync is allowed again. */
export function syncedLately(resetAt: Date, now: Date): DomainError {
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    "A bank connection can be synced once every 6 hours. Try again after resetAt.",
    {
      reason: "bank_sync_interval",
      limit: 1,
      remaining: 0,
      resetAt: resetAt.toISOString(),
      retryAfterSeconds: Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000)),
    },
  );
}

export function appNotEnabled(appId: string): DomainError {
  return new DomainError(
    "FORBIDDEN",
    `This bank connection is not enabled for the app ${appId}. Enable the app for it first.`,
    {
      reason: "app_not_allowed",
    },
  );
}

/**
 * The public form of an error thrown by a provider call: 500 BANK_PROVIDER_ERROR, or 502 UPSTREAM_FAILED on the routes
 * that document no 500. Errors that are not provider faults are returned unchanged.
 */
export function publicFault(
  thrown: unknown,
  code: "BANK_PROVIDER_ERROR" | "UPSTREAM_FAILED" = "BANK_PROVIDER_ERROR",
): unknown {
  if (!(thrown instanceof BankProviderFault)) return thrown;
  if (thrown.kind === "unconfigured")
    return new DomainError("BANK_PROVIDER_ERROR", "Bank connections are not configured on this platform.", {
      configured: false,
      retryable: false,
    });
  const retryable = thrown.kind === "unavailable" || thrown.kind === "mutated";
  const message = retryable
    ? "The bank provider cannot be reached. Try again later."
    : "The bank provider rejected the request. Check its values, or connect the bank again.";
  return new DomainError(code, message, { retryable });
}
