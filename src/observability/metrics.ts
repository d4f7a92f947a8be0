import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

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
}

/** Makes a registry of its own, so that several servers in one process do not share counters. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  return {
    registry,
    requests: new Histogram({
      name: "http_request_duration_seconds",
      help: "Duration of HTTP requests",
      labelNames: ["method", "route", "status"],
      buckets,
      registers: [registry],
    }),
    fetches: new Histogram({
      name: "subgraph_fetch_duration_seconds",
      help: "Duration of fetches from a subgraph",
      labelNames: ["subgraph", "outcome"],
      buckets,
      registers: [registry],
    }),
    supergraphReloads: new Counter({
      name: "supergraph_reloads_total",
      help: "Attempts to replace the supergraph",
      labelNames: ["outcome"],
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
