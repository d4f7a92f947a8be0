import { afterEach, expect, test } from "vitest";
import { createMetrics, observeSeconds, secondsOf } from "../../src/observability/metrics.ts";
import { useTracing, type OpenSpan } from "../../src/observability/tracing.ts";

afterEach(() => useTracing(null));

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const labels = { method: "GET", route: "/invoices", status: "200" };

function trace(id: string | null) {
  useTracing({ start: () => ({}) as OpenSpan, carrier: () => null, traceId: () => id });
}

test("durations have the trace as exemplar, in the OpenMetrics format", async () => {
  trace(traceId);
  const metrics = createMetrics();
  observeSeconds(metrics.requests, labels, 0.002);
  secondsOf(metrics.fetches, { subgraph: "hub", outcome: "ok" })(0.2);
  metrics.processorEvents.inc({ type: "x", status: "ok" });
  const text = await metrics.registry.metrics();
  expect(metrics.registry.contentType).toContain("application/openmetrics-text");
  const exemplar = `# {trace_id="${traceId}"} `;
  const lines = text.split("\n").filter((line) => line.includes(exemplar));
  expect(lines).toEqual([
    expect.stringMatching(/^http_request_duration_seconds_bucket\{le="0.0025",.* 1 # .* 0.002 [\d.]+$/),
    expect.stringMatching(/^subgraph_fetch_duration_seconds_bucket\{le="0.25",.* 1 # .* 0.2 [\d.]+$/),
  ]);
  expect(text).toMatch(/^processor_events_total\{type="x",status="ok"\} 1$/m);
  expect(text.endsWith("# EOF\n")).toBe(true);
});

test("a duration outside of a recorded trace has no exemplar", async () => {
  trace(null);
  const metrics = createMetrics();
  observeSeconds(metrics.requests, labels, 0.002);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^http_request_duration_seconds_count\{.*\} 1$/m);
  expect(text).not.toContain("trace_id");
});

test("without tracing the metrics are in Prometheus's own format", async () => {
  const metrics = createMetrics();
  observeSeconds(metrics.requests, labels, 0.002);
  secondsOf(metrics.fetches, { subgraph: "hub", outcome: "ok" })(0.2);
  const text = await metrics.registry.metrics();
  expect(metrics.registry.contentType).toContain("text/plain");
  expect(text).toMatch(/^subgraph_fetch_duration_seconds_count\{.*\} 1$/m);
  expect(text).not.toMatch(/trace_id|# EOF/);
});
