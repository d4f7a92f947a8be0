import type { FastifyInstance } from "fastify";
import { secondsOf, type Metrics } from "../../src/observability/metrics.ts";
import { patternOf } from "./methods.ts";

/** A request whose response was sent. */
export interface ObservedRequest {
  requestId: string;
  method: string;
  /** The route's pattern. */
  route: string;
  status: number;
  durationMs: number;
}

interface RequestLog {
  info(line: object, message: string): void;
}

export type Observe = (request: ObservedRequest, log: RequestLog) => void;

/** Counts each request it is called with, and writes one line for it: an object and a constant sentence. */
export function createObserver(metrics: Metrics): Observe {
  const durations = new Map<string, ReturnType<typeof secondsOf>>();
  return ({ requestId, method, route, status, durationMs }, log) => {
    const key = `${method} ${status} ${route}`;
    let observe = durations.get(key);
    if (!observe) {
      observe = secondsOf(metrics.requests, { method, route, status: String(status) });
      durations.set(key, observe);
    }
    observe(durationMs / 1000);
    if (quietRoutes.has(route)) return;
    log.info({ requestId, method, route, status, durationMs: Math.round(durationMs) }, "request");
  };
}

/** Observes every request of the server. */
export function observeRequests(server: FastifyInstance, observe: Observe): void {
  server.addHook("onResponse", (request, reply, done) => {
    const facts = {
      requestId: request.id,
      method: request.method,
      route: patternOf(request) ?? "unknown",
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    };
    observe(facts, request.log);
    done();
  });
}

const quietRoutes = new Set(["/livez", "/readyz", "/healthz"]);
