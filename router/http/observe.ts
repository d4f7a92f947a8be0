import type { FastifyInstance } from "fastify";
import { observeSeconds, type Metrics } from "../../src/observability/metrics.ts";

/** Counts every request and writes one line for it: an object and a constant sentence. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const durationMs = reply.elapsedTime;
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    observeSeconds(metrics.requests, labels, durationMs / 1000);
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: Math.round(durationMs),
    };
    if (!quietRoutes.has(route)) request.log.info(line, "request");
    done();
  });
}

const quietRoutes = new Set(["/livez", "/readyz", "/healthz"]);
