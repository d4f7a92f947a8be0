import { isPromise, type MaybePromise } from "../concurrency/maybe-promise.ts";

/** Position of a span in the trace, from the process's view. */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

/** Names of all attributes of spans. Values of requests, rows and messages have no name here. */
export const attributeNames = [
  "db.collection.name",
  "db.operation.name",
  "error.code",
  "event.type",
  "graphql.operation.name",
  "graphql.operation.type",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "job.attempt",
  "job.name",
  "subgraph.name",
  "vendor.name",
] as const;

export type SpanAttributes = Partial<Record<(typeof attributeNames)[number], string | number>>;

/** W3C trace context as text: how a trace crosses to another process, an event or a job. */
export interface TraceCarrier {
  traceparent: string;
  tracestate?: string;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: SpanAttributes;
  /** Continues the trace of this carrier. Default: the active span is the parent. */
  parent?: TraceCarrier | null;
}

/** A span that was started and must be ended. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** Ends the span, with the failure if there was one. Only its type and code are recorded. */
  end(error?: unknown): void;
  /** Runs work with this span as the active one. */
  run<T>(work: () => T): T;
  readonly carrier: TraceCarrier;
}

/** The process's tracing, while it is on. */
export interface Tracing {
  start(name: string, options?: SpanOptions): OpenSpan;
  /** Carrier of the active span; null without one. */
  carrier(): TraceCarrier | null;
  /** ID of the active trace if it is recorded, for exemplars; null otherwise. */
  traceId(): string | null;
}

let active: Tracing | null = null;

/** The process's tracing; null while it is off, which is the whole cost of tracing then. */
export function currentTracing(): Tracing | null {
  return active;
}

/** Turns the process's tracing on, or off with null. */
export function useTracing(tracing: Tracing | null): void {
  active = tracing;
}

/** Runs work inside a span. While tracing is off, it only runs the work. */
export function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: () => MaybePromise<T>,
): MaybePromise<T> {
  if (active === null) return work();
  return inSpan(active.start(name, options), work);
}

/** Runs work inside a span that was started, and ends the span. */
export function inSpan<T>(span: OpenSpan, work: () => MaybePromise<T>): MaybePromise<T> {
  const succeed = (value: T): T => {
    span.end();
    return value;
  };
  const fail = (error: unknown): never => {
    span.end(error);
    throw error;
  };
  try {
    const value = span.run(work);
    return isPromise(value) ? value.then(succeed, fail) : succeed(value);
  } catch (error) {
    return fail(error);
  }
}
