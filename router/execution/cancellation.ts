import { DomainError } from "../../src/errors.ts";
import type { Execution } from "./execution.types.ts";

/** How long an operation may take before what is left of it is not started any more. */
export const operationDeadlineMs = 150_000;

/**
 * Refuses a fetch of an operation that nobody waits for: its client has disconnected, or its deadline has passed. The
 * first refusal of a run is logged. What was sent before is cancelled by its own executor.
 */
export function refuseCancelled(execution: Execution, subgraph: string): void {
  const { call } = execution;
  const isGone = call.signal?.aborted === true;
  if (!isGone && !execution.isOverdue) return;
  if (!execution.isCancelled) {
    execution.isCancelled = true;
    const reason = isGone ? "client disconnected" : "deadline exceeded";
    const { requestId } = call;
    call.log.info({ requestId, subgraph, reason }, "operation cancelled, the remaining fetches are not sent");
  }
  const message = "The request was cancelled before this part ran. Send it again.";
  throw new DomainError("SERVICE_UNAVAILABLE", message);
}

/** Starts the clock, where an operation begins to wait: what is answered at once pays nothing for it. */
export function startDeadline(execution: Execution): void {
  execution.deadlineAt ??= performance.now() + execution.deadlineMs;
}

/** Notes whether the deadline has passed. Called where an operation has waited for something. */
export function checkDeadline(execution: Execution): void {
  if (performance.now() >= execution.deadlineAt!) execution.isOverdue = true;
}
