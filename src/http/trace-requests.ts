import type { FastifyInstance, FastifyRequest } from "fastify";
import { readCarrier } from "../observability/trace-carrier.ts";
import { currentTracing, type OpenSpan } from "../observability/tracing.ts";

/** Routes of probes, which are not traced. */
const quietRoutes = new Set(["/livez", "/readyz", "/healthz"]);

/**
 * Traces each request as a span named by its route, below the client's `traceparent` if it is valid. Adds no hook
 * while tracing is off.
 */
export function traceRequests(server: FastifyInstance): void {
  const tracing = currentTracing();
  if (tracing === null) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    if (quietRoutes.has(route)) return done();
    const { method } = request;
    const attributes = { "http.request.method": method, "http.route": route };
    const parent = readCarrier(request.headers);
    const span = tracing.start(`${method} ${route}`, { kind: "server", attributes, parent });
    spans.set(request, span);
    span.run(done);
  });
  // The parser of a body calls back in the socket's context.
  server.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  const end = (request: FastifyRequest, status: number | null) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== null) span.set({ "http.response.status_code": status });
    span.end(status !== null && status >= 500 ? { code: `HTTP_${status}` } : undefined);
  };
  server.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    end(request, reply.statusCode);
    // Later hooks add the trace to their metrics.
    if (span) span.run(done);
    else done();
  });
  server.addHook("onRequestAbort", (request, done) => {
    end(request, null);
    done();
  });
}
