/** How an attempt ended, as responses and records show it. */
export type AttemptOutcome =
  | "answered"
  | "timeout"
  | "http_error"
  | "network"
  | "empty"
  | "circuit_open"
  | "rejected"
  | "aborted"
  | "unaffordable";

/** An earlier attempt, as far as it decides the next step. */
export interface Tried {
  provider: string;
  outcome: AttemptOutcome;
  /** The connection failed before anything was sent. */
  isUnreachable?: boolean;
  /** It was called although its breaker was open, since all were. */
  isForced?: boolean;
}

export interface FailoverPlan {
  /** In the order of their use. */
  providers: readonly string[];
  /** Timeout of one attempt, set by the request. */
  timeoutMs: number;
}

export type Step =
  /** Calls this provider. Unless forced, only if its breaker allows. `isRetry`: a second attempt. */
  | { kind: "ask"; provider: string; timeoutMs: number; isForced: boolean; isRetry: boolean }
  /** It is over: there is an answer, or there will be none and why. */
  | { kind: "end"; result: "answered" | "rejected" | "aborted" | "exhausted" | "unaffordable" };

/** Maximum total time of a request. */
export const longestMs = 120_000;

/**
 * Decides the next step from earlier attempts and the elapsed time. Providers are tried in order, each once, and a
 * second time only after a connection that failed before anything was sent. A moderation refusal or a client disconnect
 * ends the request. When all breakers are open, each provider is tried once anyway, so that no request is rejected
 * without an attempt.
 */
export function nextStep(plan: FailoverPlan, tried: readonly Tried[], elapsedMs: number): Step {
  const last = tried.at(-1);
  if (last?.outcome === "answered" || last?.outcome === "rejected" || last?.outcome === "aborted")
    return { kind: "end", result: last.outcome };
  const leftMs = deadlineMs(plan) - elapsedMs;
  if (leftMs <= 0) return exhausted(tried);
  const timeoutMs = Math.min(plan.timeoutMs, leftMs);
  if (last?.isUnreachable && !last.isForced && timesAsked(tried, last.provider) === 1)
    return { kind: "ask", provider: last.provider, timeoutMs, isForced: false, isRetry: true };
  const untried = plan.providers.find((name) => !tried.some(({ provider }) => provider === name));
  if (untried !== undefined)
    return { kind: "ask", provider: untried, timeoutMs, isForced: false, isRetry: false };
  const forced = nextForced(plan, tried);
  return forced === null
    ? exhausted(tried)
    : { kind: "ask", provider: forced, timeoutMs, isForced: true, isRetry: false };
}

/** When a request is given up, whatever is still to be tried. */
export function deadlineMs({ providers, timeoutMs }: FailoverPlan): number {
  return Math.min(timeoutMs * providers.length, longestMs);
}

/** Attempts as shown: a provider that was called in the end is not also shown as skipped. */
export function shownAttempts<T extends Tried>(tried: readonly T[]): T[] {
  const wasForced = (name: string) => tried.some(({ provider, isForced }) => provider === name && isForced);
  return tried.filter(
    ({ outcome, provider }) =>
      outcome !== "unaffordable" && !(outcome === "circuit_open" && wasForced(provider)),
  );
}

/** How many of the attempts reached out to a provider. */
export function countAsked(tried: readonly Tried[]): number {
  return tried.filter(wasAsked).length;
}

function wasAsked({ outcome }: Tried): boolean {
  return outcome !== "circuit_open" && outcome !== "unaffordable";
}

function nextForced({ providers }: FailoverPlan, tried: readonly Tried[]): string | null {
  const isAllOpen = tried.every((attempt) => attempt.isForced || !wasAsked(attempt));
  if (!isAllOpen) return null;
  return (
    providers.find(
      (name) =>
        tried.some(({ provider, outcome }) => provider === name && outcome === "circuit_open") &&
        !tried.some(({ provider, isForced }) => provider === name && isForced),
    ) ?? null
  );
}

function timesAsked(tried: readonly Tried[], name: string): number {
  return tried.filter((attempt) => attempt.provider === name && wasAsked(attempt)).length;
}

function exhausted(tried: readonly Tried[]): Step {
  const isBudget = tried.some(({ outcome }) => outcome === "unaffordable");
  return { kind: "end", result: isBudget ? "unaffordable" : "exhausted" };
}
