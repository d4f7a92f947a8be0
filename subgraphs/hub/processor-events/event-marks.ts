import { DomainError } from "../../../src/errors.ts";
import type { EventOutcome } from "../processor/event-effect.ts";
import type { EventOutcomeRow, EventStatus, LockedEvent } from "./event.rows.ts";
import { retryDelayMs } from "./retry-schedule.ts";

/** Why an event is run: it came in, our own schedule says so, or an administrator wants it again. */
export type RunReason = "delivery" | "retry" | "replay";

/** A run of an event whose row is locked. */
export interface LockedRun {
  row: LockedEvent;
  reason: RunReason;
  now: Date;
}

export function isDone(status: EventStatus): boolean {
  return status === "processed" || status === "ignored";
}

/** Of all effects. Waiting weighs most, since the event must come again; one that no effect wanted is ignored. */
export function combineOutcomes(outcomes: readonly EventOutcome[]): EventOutcome {
  return (
    (["queued", "early", "processed"] as const).find((outcome) => outcomes.includes(outcome)) ?? "ignored"
  );
}

/** An event's row after its effects were applied. */
export function markAfterRun(outcome: EventOutcome, run: LockedRun): EventOutcomeRow {
  if (outcome === "queued") return afterTrouble({ ...run, status: "queued", error: "unknown_object" });
  if (outcome === "early") return afterTrouble({ ...run, status: "queued", error: "state_not_reached" });
  const { retries } = run.row;
  return { status: outcome, retries, lastError: null, nextAttemptAt: null, processedAt: run.now };
}

/** An event's row after a failed run. */
export function markAfterFailure(error: unknown, run: LockedRun): EventOutcomeRow {
  return afterTrouble({ ...run, status: "failed", error: nameOf(error) });
}

/**
 * When an event is tried again. A delivery that fails leaves our own schedule as it is, also its end: during an outage
 * the processor makes many of them.
 */
function afterTrouble(trouble: LockedRun & { status: "queued" | "failed"; error: string }): EventOutcomeRow {
  const { status, error: lastError, row, reason, now } = trouble;
  const isScheduled = row.status === "failed" || row.status === "queued";
  if (reason === "delivery" && isScheduled) {
    return { status, retries: row.retries, lastError, nextAttemptAt: row.nextAttemptAt, processedAt: null };
  }
  const retries = { delivery: row.retries, retry: row.retries + 1, replay: 0 }[reason];
  const delayMs = retryDelayMs(retries);
  if (delayMs === null) return { status: "dead", retries, lastError, nextAttemptAt: null, processedAt: null };
  const nextAttemptAt = new Date(now.getTime() + delayMs);
  return { status, retries, lastError, nextAttemptAt, processedAt: null };
}

/** An error code for administrators; an error's text may hold confidential data. */
function nameOf(error: unknown): string {
  return error instanceof DomainError ? error.code : "INTERNAL_ERROR";
}
