import { SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";
import { isPromise, type MaybePromise } from "../concurrency/maybe-promise.ts";

const tracer = trace.getTracer("hub-platform");

/**
 * Runs `work` inside an OpenTelemetry span. Without an SDK registered in the process the tracer does nothing, so
 * a deployment decides by its start-up whether and where traces go.
 */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => MaybePromise<T>,
): MaybePromise<T> {
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    const fail = (error: unknown): never => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
      span.end();
      throw error;
    };
    const succeed = (value: T): T => {
      span.end();
      return value;
    };
    try {
      const value = work();
      return isPromise(value) ? value.then(succeed, fail) : succeed(value);
    } catch (error) {
      return fail(error);
    }
  });
}
