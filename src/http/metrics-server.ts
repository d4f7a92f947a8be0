import fastify, { type FastifyInstance } from "fastify";
import { errorBody, publicError } from "../errors.ts";
import type { Metrics } from "../observability/metrics.ts";
import { ambiguityChecks, answerParserErrors, refuseAmbiguousRequests } from "./strict-requests.ts";

/** The dependencies that a process without a door still waits for, by name. */
interface Probed {
  reasons(): Promise<Record<string, string>>;
}

/**
 * Serves `/metrics` on a port of its own, which need not be open to clients; with `probed` also the probes `/livez` and
 * `/readyz` of a process that listens nowhere else.
 */
export async function serveMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
  probed: Probed | null = null,
): Promise<FastifyInstance> {
  const server = fastify({
    keepAliveTimeout: 5_000,
    forceCloseConnections: "idle",
    requestTimeout: 10_000,
    http: ambiguityChecks,
    clientErrorHandler: answerParserErrors(),
  });
  refuseAmbiguousRequests(server, (reply, error) => {
    void reply.code(error.status).send(errorBody(publicError(error, reply.request.id)));
  });
  server.get("/metrics", async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  if (probed) {
    server.get("/livez", () => ({ status: "ok" }));
    server.get("/readyz", async (_request, reply) => {
      const reasons = await probed.reasons();
      const isReady = Object.keys(reasons).length === 0;
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready", reasons });
    });
  }
  await server.listen(address);
  return server;
}
