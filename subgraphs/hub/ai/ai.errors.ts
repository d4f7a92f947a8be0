import { DomainError } from "../../../src/errors.ts";
import type { Attempt } from "./text/attempt.ts";
import { shownAttempts } from "./text/failover.ts";

/** An attempt as errors show it: provider, outcome and duration, without any content. */
export interface ShownAttempt {
  provider: string;
  outcome: string;
  status: number | null;
  durationMs: number;
}

/** 500: no provider responded. */
export function providersUnavailable(attempts: readonly Attempt[]): DomainError {
  return new DomainError("PROVIDERS_UNAVAILABLE", "No AI provider responded. Try again later.", {
    attempts: shown(attempts),
    retryable: true,
  });
}

/** 500: no provider is configured. */
export function noProviders(): DomainError {
  return new DomainError("PROVIDERS_UNAVAILABLE", "No AI provider is configured on this server.", {
    attempts: [],
    retryable: false,
    configured: false,
  });
}

/** 400: a provider's moderation rejected the input. No other provider is tried. */
export function contentRefused(provider: string): DomainError {
  return new DomainError(
    "CONTENT_REJECTED",
    "The provider's moderation rejected this content. Change the prompt.",
    { provider },
  );
}

/** 429 until the next UTC day: the app's daily AI budget is spent. */
export function budgetSpent(now: Date, attempts: readonly Attempt[]): DomainError {
  const made = shown(attempts);
  const resetAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    "This app's daily AI budget is used up. Try again tomorrow (UTC).",
    {
      reason: "quota",
      window: "day",
      remaining: 0,
      resetAt: resetAt.toISOString(),
      retryAfterSeconds: Math.ceil((resetAt.getTime() - now.getTime()) / 1000),
      ...(made.length > 0 ? { attempts: made } : {}),
    },
  );
}

/** 503: the client disconnected; nobody reads the response. */
export function clientDisconnected(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "The client closed the request.");
}

function shown(attempts: readonly Attempt[]): ShownAttempt[] {
  return shownAttempts(attempts).map(({ provider, outcome, status, durationMs }) => ({
    provider,
    outcome,
    status,
    durationMs,
  }));
}
