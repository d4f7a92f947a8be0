/**
 * Circuit breaker of a provider: recent outcomes, and whether it may be called. Plain data, shared by all processes.
 */
export interface Breaker {
  phase: "closed" | "open" | "half_open";
  /** Times of the failures since the last success, newest last; no more than decide. */
  failuresInRow: readonly number[];
  /** Successes and failures by second, within the window. */
  seconds: readonly Second[];
  /** How often it was opened since it was last closed. */
  openings: number;
  /** While open: when it may be tried again. */
  openUntil: number | null;
  /** While half open: when the current probe counts as dead; null when there is no probe. */
  probeUntil: number | null;
  lastCheckedAt: number | null;
  lastOk: boolean | null;
}

interface Second {
  second: number;
  ok: number;
  failed: number;
}

/**
 * Outcome of a provider call. `neutral` says nothing about the provider: the request was invalid, or the client
 * disconnected. `isForced`: it was called although its breaker was open.
 */
export interface Outcome {
  kind: "ok" | "failed" | "neutral";
  retryAfterMs?: number | null;
  isForced?: boolean;
}

export const windowMs = 60_000;
const failuresToOpen = 5;
const callsToJudge = 10;
const firstOpenMs = 30_000;
export const longestOpenMs = 300_000;

export const newBreaker: Breaker = {
  phase: "closed",
  failuresInRow: [],
  seconds: [],
  openings: 0,
  openUntil: null,
  probeUntil: null,
  lastCheckedAt: null,
  lastOk: null,
};

/** Whether a provider may be called now: yes, no, or by one request as a probe. */
export function gateOf({ phase, openUntil, probeUntil }: Breaker, now: number): "closed" | "open" | "probe" {
  if (phase === "closed") return "closed";
  if (phase === "open") return openUntil !== null && now < openUntil ? "open" : "probe";
  return probeUntil !== null && now < probeUntil ? "open" : "probe";
}

/** Claims the probe for its maximum duration. Must be called only when `gateOf` returns `probe`. */
export function claimProbe(breaker: Breaker, now: number, leaseMs: number): Breaker {
  return { ...breaker, phase: "half_open", openUntil: null, probeUntil: now + leaseMs };
}

/**
 * The breaker after an outcome. It opens after 5 failures in a row, or when half of at least 10 calls failed, in the
 * last minute; for 30 seconds, and twice as long each time a trial fails, up to 5 minutes. A provider that asks to be
 * left alone is, for that long and no longer than 5 minutes.
 */
export function recordOutcome(breaker: Breaker, outcome: Outcome, now: number): Breaker {
  const seen: Breaker = { ...breaker, lastCheckedAt: Math.max(breaker.lastCheckedAt ?? 0, now) };
  if (outcome.kind === "neutral")
    return seen.phase === "half_open" ? { ...seen, phase: "open", openUntil: now, probeUntil: null } : seen;
  const isOk = outcome.kind === "ok";
  const counted: Breaker = { ...seen, lastOk: isOk, seconds: addToWindow(seen.seconds, isOk, now) };
  if (isOk) return afterSuccess(counted, now, outcome.isForced ?? false);
  return afterFailure(counted, now, outcome);
}

/** The share of calls that failed in the last minute; 0 when there were none. */
export function errorRate({ seconds }: Breaker, now: number): number {
  const { ok, failed } = totals(seconds, now);
  return ok + failed === 0 ? 0 : failed / (ok + failed);
}

export type ProviderStatus = "healthy" | "degraded" | "down" | "unconfigured";

/**
 * The reported status of a provider: down while its breaker is open, degraded during a probe or when a fifth of the
 * calls fail.
 */
export function statusOf(breaker: Breaker, now: number): ProviderStatus {
  if (gateOf(breaker, now) === "open" && breaker.phase === "open") return "down";
  if (breaker.phase !== "closed") return "degraded";
  return breaker.lastOk === false || errorRate(breaker, now) >= 0.2 ? "degraded" : "healthy";
}

function afterSuccess(breaker: Breaker, now: number, isForced: boolean): Breaker {
  if (breaker.phase === "closed") return { ...breaker, failuresInRow: [] };
  // A success of a call from before the breaker opened does not close it.
  if (breaker.phase === "open" && !isForced) return breaker;
  const { lastCheckedAt, lastOk } = breaker;
  return { ...newBreaker, seconds: addToWindow([], true, now), lastCheckedAt, lastOk };
}

function afterFailure(breaker: Breaker, now: number, { retryAfterMs }: Outcome): Breaker {
  const asked = retryAfterMs ? Math.min(retryAfterMs, longestOpenMs) : 0;
  if (breaker.phase === "open")
    return { ...breaker, openUntil: Math.max(breaker.openUntil ?? 0, asked ? now + asked : 0) };
  const recent = breaker.failuresInRow.filter((at) => now - at < windowMs);
  const failuresInRow = [...recent, now].slice(-failuresToOpen);
  const failing: Breaker = { ...breaker, failuresInRow };
  if (breaker.phase === "half_open" || hasTripped(failing, now)) return open(failing, now, asked);
  return asked > 0 ? { ...failing, phase: "open", openUntil: now + asked, probeUntil: null } : failing;
}

function hasTripped({ failuresInRow, seconds }: Breaker, now: number): boolean {
  const { ok, failed } = totals(seconds, now);
  return failuresInRow.length >= failuresToOpen || (ok + failed >= callsToJudge && failed >= ok);
}

function open(breaker: Breaker, now: number, asked: number): Breaker {
  const openMs = Math.min(firstOpenMs * 2 ** Math.min(breaker.openings, 10), longestOpenMs);
  return {
    ...breaker,
    phase: "open",
    openings: breaker.openings + 1,
    openUntil: now + Math.max(openMs, asked),
    probeUntil: null,
  };
}

function addToWindow(seconds: readonly Second[], isOk: boolean, now: number): Second[] {
  const second = Math.floor(now / 1000);
  const kept = seconds.filter((entry) => entry.second > second - windowMs / 1000 && entry.second !== second);
  const present = seconds.find((entry) => entry.second === second) ?? { second, ok: 0, failed: 0 };
  const updated = {
    second,
    ok: present.ok + (isOk ? 1 : 0),
    failed: present.failed + (isOk ? 0 : 1),
  };
  return [...kept, updated].sort((a, b) => a.second - b.second);
}

function totals(seconds: readonly Second[], now: number): { ok: number; failed: number } {
  const since = Math.floor(now / 1000) - windowMs / 1000;
  const inWindow = seconds.filter(({ second }) => second > since);
  return {
    ok: inWindow.reduce((sum, { ok }) => sum + ok, 0),
    failed: inWindow.reduce((sum, { failed }) => sum + failed, 0),
  };
}
