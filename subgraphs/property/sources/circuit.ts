/** Circuit breaker of a source, with its recent calls. Plain data, shared by all processes. Times are epoch ms. */
export interface Circuit {
  state: "closed" | "open" | "halfOpen";
  openedAt: number | null;
  /** While open: time of the next probe. */
  nextProbeAt: number | null;
  /** Duration of the latest opening, before jitter. */
  openMs: number;
  failuresInRow: number;
  /** While half open. */
  successesInRow: number;
  /** While half open: time at which the probe in progress counts as lost; null when there is none. */
  probeUntil: number | null;
  /** Calls of the last minute, oldest first. */
  recent: readonly { at: number; failed: boolean }[];
}

/** Outcome of a call for the circuit. `neutral`: the source responded with a refusal, so the connection works. */
export type CircuitOutcome = "success" | "failure" | "neutral";

const failuresToOpen = 5;
const windowMs = 60_000;
const callsToJudge = 10;
const shareToOpen = 0.5;
const firstOpenMs = 30_000;
const longestOpenMs = 600_000;
const jitter = 0.2;
const successesToClose = 2;

export const closedCircuit: Circuit = {
  state: "closed",
  openedAt: null,
  nextProbeAt: null,
  openMs: 0,
  failuresInRow: 0,
  successesInRow: 0,
  probeUntil: null,
  recent: [],
};

/**
 * The circuit after admitting one call, or null when none may pass. While half open only one call may be in progress.
 */
export function admitCall(circuit: Circuit, now: number, leaseMs: number): Circuit | null {
  if (circuit.state === "closed") return circuit;
  if (circuit.state === "open") {
    if (now < (circuit.nextProbeAt ?? 0)) return null;
    return { ...circuit, state: "halfOpen", nextProbeAt: null, successesInRow: 0, probeUntil: now + leaseMs };
  }
  if (circuit.probeUntil !== null && now < circuit.probeUntil) return null;
  return { ...circuit, probeUntil: now + leaseMs };
}

/**
 * The circuit after a call. 5 failures in a row, or half of at least 10 calls within 60 s, open it for 30 s, doubling
 * to 10 minutes with each failed probe, +-20 %; two successful probes close it. `random` is in [0, 1).
 */
export function settleCall(circuit: Circuit, outcome: CircuitOutcome, now: number, random: number): Circuit {
  if (outcome === "neutral") return { ...circuit, probeUntil: null };
  const failed = outcome === "failure";
  const recent = [...circuit.recent.filter(({ at }) => at > now - windowMs), { at: now, failed }];
  // A response to a request from before it opened changes nothing.
  if (circuit.state === "open") return { ...circuit, recent };
  if (circuit.state === "halfOpen") {
    if (failed)
      return opened({ ...circuit, recent }, now, random, Math.min(longestOpenMs, circuit.openMs * 2));
    if (circuit.successesInRow + 1 >= successesToClose) return closedCircuit;
    return { ...circuit, recent, probeUntil: null, successesInRow: circuit.successesInRow + 1 };
  }
  const failuresInRow = failed ? circuit.failuresInRow + 1 : 0;
  const failures = recent.filter((call) => call.failed).length;
  const isHalf = recent.length >= callsToJudge && failures / recent.length >= shareToOpen;
  const next = { ...circuit, recent, failuresInRow };
  return failuresInRow >= failuresToOpen || isHalf ? opened(next, now, random, firstOpenMs) : next;
}

function opened(circuit: Circuit, now: number, random: number, openMs: number): Circuit {
  const waitMs = openMs * (1 - jitter + 2 * jitter * random);
  return {
    ...circuit,
    state: "open",
    openedAt: now,
    nextProbeAt: now + Math.round(waitMs),
    openMs,
    probeUntil: null,
    successesInRow: 0,
  };
}
