import { DomainError } from "../../src/errors.ts";
import type { Decision, WindowState } from "../../src/limits/limits.types.ts";
import { addressLimits } from "../../src/limits/limit-table.ts";
import { windowFacts } from "./checks.ts";

/** All rate limit headers, for CORS. */
export const limitHeaderNames = [
  "ratelimit",
  "ratelimit-policy",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
] as const;

type KnownWindow = keyof typeof windowFacts;

/**
 * The headers of a counted request: the policy of every window that clients plan by, and the state of each, the
 * tightest first (IETF draft-ietf-httpapi-ratelimit-headers); the older names show the tightest only. None
 * without a window with a limit.
 */
export function limitHeaders({ windows, refusal, now }: Decision): Record<string, string> {
  const byName = new Map<string, WindowState>();
  for (const state of windows) {
    const known = byName.get(state.name);
    if (!known || isTighter(state, known)) byName.set(state.name, state);
  }
  // A bucket is refilled within seconds, and clients do not plan by the explorer's class: shown only when they refuse.
  for (const name of ["key_second", "explorer", "explorer_day"]) byName.delete(name);
  const shown = [...byName.values()];
  const tightest =
    refusal ??
    shown.reduce<WindowState | null>((best, state) => (best && !isTighter(state, best) ? best : state), null);
  if (!tightest) return {};
  const { name, limit, resetAt } = tightest;
  const remaining = String(refusal ? 0 : tightest.remaining);
  const seconds = String(secondsUntil(resetAt, now));
  const listed = shown.some((state) => state.name === name) ? shown : [...shown, tightest];
  return {
    "ratelimit-policy": listed
      .map((state) => `"${state.name}";q=${state.limit};w=${secondsOf(state.name)}`)
      .join(", "),
    ratelimit: [
      `"${name}";r=${remaining};t=${seconds}`,
      ...listed
        .filter((state) => state.name !== name)
        .map((state) => `"${state.name}";r=${state.remaining};t=${secondsUntil(state.resetAt, now)}`),
    ].join(", "),
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": remaining,
    "ratelimit-reset": seconds,
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset": String(Math.ceil(resetAt / 1000)),
  };
}

/** 429 with the documented details. `retryAfterSeconds` is the shortest wait that is enough. */
export function limitError({ name, limit, resetAt }: WindowState, now: number): DomainError {
  const { reason, window } = factsOf(name);
  const retryAfterSeconds = secondsUntil(resetAt, now);
  const ofClass = reason === "class" || reason === "abuse" || isAddressName(name) ? { class: name } : {};
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `${words(name, limit)} Try again in ${retryAfterSeconds} s.`,
    {
      reason,
      window,
      ...ofClass,
      limit,
      remaining: 0,
      resetAt: new Date(resetAt).toISOString(),
      retryAfterSeconds,
    },
  );
}

function words(name: string, limit: number): string {
  if (name === "key_second") return "Too many requests per second with this key.";
  const { reason, window } = factsOf(name);
  const requests = `${limit} ${limit === 1 ? "request" : "requests"} per ${window}`;
  if (isAddressName(name)) return `Rate limit reached: ${requests} from this IP address.`;
  if (reason === "ip") return `Too many invalid credentials from this IP address (${limit} per minute).`;
  if (reason === "class") return `Rate limit reached: ${requests} for the class ${name}.`;
  if (reason === "abuse") return `Fair-use limit reached: ${requests}.`;
  return reason.startsWith("key")
    ? `Rate limit of this key reached: ${requests}.`
    : `Rate limit reached: ${requests}.`;
}

function factsOf(name: string): { reason: string; window: string; seconds: number } {
  if (name === "ip" || isAddressName(name)) return { reason: "ip", window: "minute", seconds: 60 };
  return Object.hasOwn(windowFacts, name)
    ? windowFacts[name as KnownWindow]
    : { reason: "class", window: "minute", seconds: 60 };
}

/** True for a class whose requests are counted by address. */
function isAddressName(name: string): boolean {
  return Object.hasOwn(addressLimits, name);
}

function secondsOf(name: string): number {
  return factsOf(name).seconds;
}

function isTighter(a: WindowState, b: WindowState): boolean {
  return a.remaining < b.remaining || (a.remaining === b.remaining && a.resetAt > b.resetAt);
}

function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}
