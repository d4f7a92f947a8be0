import { afterEach, expect, test } from "vitest";
import { useTracing, type OpenSpan, type Tracing } from "../../src/observability/tracing.ts";
import { takeTrace, withTrace } from "../../src/jobs/traced-payload.ts";

afterEach(() => useTracing(null));

const carrier = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };
const tracing: Tracing = {
  start: () => ({}) as OpenSpan,
  carrier: () => carrier,
  traceId: () => null,
};

test("a job's payload crosses with the trace context beside it", () => {
  useTracing(tracing);
  const stored = JSON.parse(JSON.stringify(withTrace({ id: "one" }))) as unknown;
  expect(takeTrace(stored)).toEqual({ payload: { id: "one" }, trace: carrier });
});

test("a job that was traced runs as any other while tracing is off", () => {
  useTracing(tracing);
  const stored = withTrace({ id: "one" });
  useTracing(null);
  expect(takeTrace(stored).payload).toEqual({ id: "one" });
});

test("nothing is added while tracing is off", () => {
  const payload = { id: "one" };
  expect(withTrace(payload)).toBe(payload);
  expect(takeTrace(payload)).toEqual({ payload, trace: null });
});

test("a trace context that is not one is dropped", () => {
  for (const bad of [null, 1, "x", [], { traceparent: 1 }, { traceparent: "x" }]) {
    expect(takeTrace({ id: "one", $trace: bad })).toEqual({ payload: { id: "one" }, trace: null });
  }
});
