import type { Circuit } from "./circuit.ts";

export type SourceStatus = "ok" | "degraded" | "down" | "disabled";

/** Input for the status of a source. */
export interface SourceFacts {
  /** The source is configured, or its rows were imported from files. */
  isConfigured: boolean;
  /** The source is probed regularly; rows from files alone have no source to probe. */
  isProbed: boolean;
  circuit: Circuit["state"];
  isAuthRefused: boolean;
  /** Milliseconds since the last good call; null when there was none. */
  sinceSuccessMs: number | null;
  probeEveryMs: number;
  /** Share of the last 20 calls that failed, 0 to 1. */
  errorRate: number;
  p95Ms: number | null;
  ageDays: number | null;
  expectedEveryDays: number;
  /** Share of the last run's rows that could not be used, 0 to 1. */
  rejectedShare: number;
  /** The last run was held. */
  isHeld: boolean;
}

const mostErrorRate = 0.05;
const slowMs = 2_000;
const staleFactor = 1.5;
const mostRejectedShare = 0.02;
const intervalsToDown = 3;

/** Whether data are older than the publisher's rhythm explains. */
export function isStale({ ageDays, expectedEveryDays }: Pick<SourceFacts, "ageDays" | "expectedEveryDays">) {
  return ageDays !== null && ageDays > staleFactor * expectedEveryDays;
}

/** The status of one source and every reason for it, the graver ones first. */
export function evaluateSource(facts: SourceFacts): { status: SourceStatus; reasons: string[] } {
  if (!facts.isConfigured) return { status: "disabled", reasons: ["NOT_CONFIGURED"] };
  const named = (reasons: Record<string, boolean>) =>
    Object.entries(reasons).flatMap(([reason, holds]) => (holds ? [reason] : []));
  const { sinceSuccessMs, probeEveryMs } = facts;
  const down = named({
    CIRCUIT_OPEN: facts.circuit === "open",
    AUTH_REFUSED: facts.isAuthRefused,
    NEVER_SUCCEEDED: facts.isProbed && sinceSuccessMs === null,
    NO_RECENT_SUCCESS:
      facts.isProbed && sinceSuccessMs !== null && sinceSuccessMs > intervalsToDown * probeEveryMs,
  });
  const degraded = named({
    HALF_OPEN: facts.circuit === "halfOpen",
    ERROR_RATE: facts.errorRate >= mostErrorRate,
    SLOW: facts.p95Ms !== null && facts.p95Ms > slowMs,
    STALE_DATA: isStale(facts),
    REJECTED_ROWS: facts.rejectedShare > mostRejectedShare,
    GUARD_TRIPPED: facts.isHeld,
  });
  const status = down.length > 0 ? "down" : degraded.length > 0 ? "degraded" : "ok";
  return { status, reasons: [...down, ...degraded] };
}

/** Down when all required sources are; degraded when one of them is not well. */
export function evaluateOverall(
  sources: readonly { required: boolean; status: SourceStatus }[],
): SourceStatus {
  const required = sources.filter((source) => source.required);
  if (required.length > 0 && required.every(({ status }) => status === "down")) return "down";
  return required.some(({ status }) => status !== "ok") ? "degraded" : "ok";
}

/** The value below which a share of the values lies (nearest rank); null of none. */
export function quantileOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
