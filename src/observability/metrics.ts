import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type OpenMetricsContentType,
} from "prom-client";
import { currentTracing } from "./tracing.ts";

/** The process's Prometheus metrics. */
export interface Metrics {
  registry: Registry;
  /** Seconds per request, by method, route and status. */
  requests: Histogram<"method" | "route" | "status">;
  /** Seconds per subgraph fetch, by subgraph and outcome. */
  fetches: Histogram<"subgraph" | "outcome">;
  /** Events of the payment processor, by type and outcome. */
  processorEvents: Counter<"type" | "status">;
  /** Attempts to replace the supergraph, by outcome: swapped or refused. */
  supergraphReloads: Counter<"outcome">;
  /** 1 while the latest supergraph is refused, else 0. */
  supergraphRefused: Gauge;
  requestLog: RequestLogMetrics;
  /** Seconds after its time that a frame of a call's audio was sent. */
  callFrames: Histogram;
}

/** Metrics of the log of requests that accounts can read. */
export interface RequestLogMetrics {
  /** Requests that were answered and not logged. */
  dropped: Counter;
}

/**
 * Makes a registry of its own, so that several servers in one process do not share counters. While tracing is on,
 * it is in the OpenMetrics format, which has a place for exemplars.
 */
export function createMetrics(): Metrics {
  const enableExemplars = currentTracing() !== null;
  const registry = new Registry();
  if (enableExemplars) openMetricsOf(registry).setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  return {
    registry,
    requests: new Histogram({
      name: "http_request_duration_seconds",
      help: "Duration of HTTP requests",
      labelNames: ["method", "route", "status"],
      buckets,
      enableExemplars,
      registers: [registry],
    }),
    fetches: new Histogram({
      name: "subgraph_fetch_duration_seconds",
      help: "Duration of fetches from a subgraph",
      labelNames: ["subgraph", "outcome"],
      buckets,
      enableExemplars,
      registers: [registry],
    }),
    supergraphReloads: new Counter({
      name: "supergraph_reloads_total",
      help: "Attempts to replace the supergraph",
      labelNames: ["outcome"],
      registers: [registry],
    }),
    requestLog: {
      dropped: new Counter({
        name: "request_log_dropped_total",
        help: "Requests that were answered and not logged",
        registers: [registry],
      }),
    },
    callFrames: new Histogram({
      name: "call_frame_late_seconds",
      help: "Time after which frames of calls' audio were due and not sent",
      buckets: [0.001, 0.005, 0.01, 0.02, 0.04, 0.1, 0.5],
      registers: [registry],
    }),
    supergraphRefused: new Gauge({
      name: "supergraph_refused",
      help: "1 while the latest supergraph is refused",
      registers: [registry],
    }),
    processorEvents: new Counter({
      name: "processor_events_total",
      help: "Runs of events of the payment processor",
      labelNames: ["type", "status"],
      registers: [registry],
    }),
  };
}

/** The types fix a registry's format when it is made; its metrics accept either. */
function openMetricsOf(registry: Registry): Registry<OpenMetricsContentType> {
  return registry as unknown as Registry<OpenMetricsContentType>;
}

/** Observes a duration in seconds, with the active trace as exemplar while tracing is on. */
export function observeSeconds<Label extends string>(
  histogram: Histogram<Label>,
  labels: Record<Label, string>,
  value: number,
): void {
  const tracing = currentTracing();
  if (tracing === null) return histogram.observe(labels, value);
  const traceId = tracing.traceId();
  // The types allow only the metric's own labels here.
  const exemplarLabels: object = traceId === null ? {} : { trace_id: traceId };
  histogram.observe({ labels, value, exemplarLabels });
}

/** The same for labels that do not change. */
export function secondsOf<Label extends string>(
  histogram: Histogram<Label>,
  labels: Record<Label, string>,
): (value: number) => void {
  if (currentTracing() !== null) return (value) => observeSeconds(histogram, labels, value);
  const bound = histogram.labels(labels);
  return (value) => bound.observe(value);
}
