import { DomainError } from "../../../src/errors.ts";
import type { Attempt } from "./text/attempt.ts";
import { shownAttempts } from "./text/failover.ts";

/** An attempt as the error shows it: who, how it ended and how long it took, nothing of what was said. */
export interface ShownAttempt {
  provider: string;
  outcome: string;
  status: number | null;
  durationMs: number;
}

/** 500: nobody answered. */
export function providersUnavailable(attempts: readonly Attempt[]): DomainError {
  return new DomainError("PROVIDERS_UNAVAILABLE", "No AI provider responded. Try again later.", {
    attempts: shown(attempts),
    retryable: true,
  });
}

/** 500: there is nobody to ask. */
export function noProviders(): DomainError {
  return new DomainError("PROVIDERS_UNAVAILABLE", "No AI provider is configured on this server.", {
    attempts: [],
    retryable: false,
    configured: false,
  });
}

/** 400: a provider's moderation has refused what was asked for; no other one is asked. */
export function contentRefused(provider: string): DomainError {
  return new DomainError(
    "CONTENT_REJECTED",
    "The provider's moderation rejected this content. Change the prompt.",
    { provider },
  );
}

/** 429 until the next UTC day: the app has spent what it may spend on AI. */
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

/** 503: whoever asked has gone; nobody is left to read it. */
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
