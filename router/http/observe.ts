import type { FastifyInstance } from "fastify";
import { secondsOf, type Metrics } from "../../src/observability/metrics.ts";

/** Counts every request and writes one line for it: an object and a constant sentence. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  const durations = new Map<string, ReturnType<typeof secondsOf>>();
  const observeDuration = (method: string, route: string, status: number, seconds: number) => {
    const key = `${method} ${status} ${route}`;
    let observe = durations.get(key);
    if (!observe) {
      observe = secondsOf(metrics.requests, { method, route, status: String(status) });
      durations.set(key, observe);
    }
    observe(seconds);
  };
  server.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const durationMs = reply.elapsedTime;
    observeDuration(request.method, route, reply.statusCode, durationMs / 1000);
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
