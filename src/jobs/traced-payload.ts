import { readCarrier } from "../observability/trace-carrier.ts";
import { currentTracing, inSpan, type TraceCarrier } from "../observability/tracing.ts";
import type { AnyJob } from "./define-job.ts";

/** Key beside a payload's own ones. No schema has a name like it. */
const traceKey = "$trace";

/** The payload with the active trace context; unchanged while tracing is off. */
export function withTrace(payload: object): object {
  const carrier = currentTracing()?.carrier();
  return carrier ? { ...payload, [traceKey]: carrier } : payload;
}

/** A stored payload without its trace context, and that context; null without one. */
export function takeTrace(stored: unknown): { payload: unknown; trace: TraceCarrier | null } {
  if (typeof stored !== "object" || stored === null || !Object.hasOwn(stored, traceKey)) {
    return { payload: stored, trace: null };
  }
  const { [traceKey]: carrier, ...payload } = stored as Record<string, unknown>;
  const isObject = typeof carrier === "object" && carrier !== null;
  return { payload, trace: isObject ? readCarrier(carrier as Record<string, unknown>) : null };
}

/** Runs a job inside a span, in the trace of the code that enqueued it. */
export async function runTraced(
  { name }: Pick<AnyJob, "name">,
  { trace, attempt }: { trace: TraceCarrier | null; attempt: number },
  run: () => Promise<void>,
): Promise<void> {
  const tracing = currentTracing();
  if (tracing === null) return run();
  const attributes = { "job.name": name, "job.attempt": attempt };
  return inSpan(tracing.start(`job ${name}`, { kind: "consumer", attributes, parent: trace }), run);
}
