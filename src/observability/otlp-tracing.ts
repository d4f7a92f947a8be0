import { AsyncLocalStorage } from "node:async_hooks";
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind as ApiSpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import {
  attributeNames,
  type OpenSpan,
  type SpanAttributes,
  type SpanKind,
  type SpanOptions,
  type TraceCarrier,
  type Tracing,
} from "./tracing.ts";

export interface OtlpOptions {
  /** Base URL of the collector; traces go to `/v1/traces` below it. */
  endpoint: string;
  /** Headers of exports, such as credentials. */
  headers: Readonly<Record<string, string>>;
  /** Share of traces that are recorded, from 0 to 1. */
  sampleRatio: number;
  serviceName: string;
  serviceVersion: string;
  log: Logger;
}

const kinds: Record<SpanKind, ApiSpanKind> = {
  internal: ApiSpanKind.INTERNAL,
  server: ApiSpanKind.SERVER,
  client: ApiSpanKind.CLIENT,
  producer: ApiSpanKind.PRODUCER,
  consumer: ApiSpanKind.CONSUMER,
};

const allowed = new Set<string>(attributeNames);

/** Attributes on the allow-list; others are dropped, so that no value of a request leaves with a span. */
function allowedAttributes(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => allowed.has(name)));
}

/**
 * Tracing with OpenTelemetry's SDK, exported in batches over OTLP/HTTP. Not registered globally: libraries that
 * trace through the global API may put prompts and other input into attributes. A client's sampling flag cannot
 * force recording: the ratio decides by trace ID, alike in all processes.
 */
export function createOtlpTracing(options: OtlpOptions): { tracing: Tracing; stop(): Promise<void> } {
  const { endpoint, headers, sampleRatio, serviceName, serviceVersion, log } = options;
  setGlobalErrorHandler(() => log.warn("Traces could not be exported"));
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const sampler = new TraceIdRatioBasedSampler(sampleRatio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": serviceVersion }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer("hub-platform", serviceVersion);
  const contexts = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();
  const parentOf = (parent: TraceCarrier | null | undefined): Context =>
    parent
      ? propagator.extract(ROOT_CONTEXT, { ...parent }, defaultTextMapGetter)
      : (contexts.getStore() ?? ROOT_CONTEXT);
  const carrierOf = (context: Context): TraceCarrier => {
    const carrier: Partial<TraceCarrier> = {};
    propagator.inject(context, carrier, defaultTextMapSetter);
    return carrier as TraceCarrier;
  };
  const start = (name: string, { kind = "internal", attributes = {}, parent }: SpanOptions = {}) => {
    const from = parentOf(parent);
    const span = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes: allowedAttributes(attributes) },
      from,
    );
    const context = trace.setSpan(from, span);
    return openSpan(span, { run: (work) => contexts.run(context, work), carrier: () => carrierOf(context) });
  };
  const tracing: Tracing = {
    start,
    carrier: () => {
      const context = contexts.getStore();
      return context ? carrierOf(context) : null;
    },
    traceId: () => {
      const context = contexts.getStore();
      const found = context && trace.getSpanContext(context);
      return found && (found.traceFlags & TraceFlags.SAMPLED) !== 0 ? found.traceId : null;
    },
  };
  return { tracing, stop: () => provider.shutdown() };
}

function openSpan(
  span: Span,
  { run, carrier }: { run<T>(work: () => T): T; carrier(): TraceCarrier },
): OpenSpan {
  return {
    set: (attributes) => void span.setAttributes(allowedAttributes(attributes)),
    end: (error) => {
      if (error !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttributes(allowedAttributes({ "error.code": codeOf(error) }));
      }
      span.end();
    },
    run,
    get carrier() {
      return carrier();
    },
  };
}

/** A failure's code: of the platform's errors, of the database or of Node. Never a message, which may quote input. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code) ? code : "INTERNAL_ERROR";
}
