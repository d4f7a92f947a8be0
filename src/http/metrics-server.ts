import fastify, { type FastifyInstance } from "fastify";
import type { Metrics } from "../metrics.ts";

/** Serves `/metrics` on a port of its own, which need not be open to clients. */
export async function serveMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
): Promise<FastifyInstance> {
  const server = fastify({ keepAliveTimeout: 5_000 });
  server.get("/metrics", async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  await server.listen(address);
  return server;
}
