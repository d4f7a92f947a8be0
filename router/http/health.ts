import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "../rest/mount-rest.ts";

/** Whether the process is ready to serve, with a reason for each thing that is not. */
export interface Health {
  /** Names of what is not ready yet, with why; empty when all is. */
  reasons(): Promise<Record<string, string>>;
}

/** Mounts the probes: alive as soon as it listens, ready once nothing is missing, and which version runs. */
export function mountHealth(server: FastifyInstance, health: Health, version: string): void {
  const alive = { status: "ok" };
  server.get("/livez", () => alive);
  server.get("/healthz", () => alive);
  server.get("/version", () => ({ version, node: process.version }));
  server.get("/readyz", async (_request, reply) => {
    const reasons = await health.reasons();
    const isReady = Object.keys(reasons).length === 0;
    if (!isReady) void reply.header("retry-after", "1");
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready", reasons });
  });
  for (const path of ["/livez", "/healthz", "/version", "/readyz"])
    refuseOtherMethods(server, path, ["GET", "HEAD"]);
}
