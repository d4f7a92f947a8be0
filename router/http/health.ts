import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./methods.ts";

/** Whether the process is ready to serve, with a reason for each thing that is not. */
export interface Health {
  /** Names of what is not ready yet, with why; empty when all is. */
  reasons(): Promise<Record<string, string>>;
  /** True once the process is being replaced; left out, it never is. */
  isDraining?(): boolean;
}

export interface HealthOptions {
  health: Health;
  version: string;
  /** Why limits are kept in an emergency way; null when they are not. */
  degradation(): string | null;
  /** External services that nobody has set up, by name: what needs one of them is refused. */
  unconfigured?: readonly string[];
}

/**
 * Mounts the probes: alive as soon as it listens, ready once nothing is missing, and which version runs. What works in
 * an emergency way only, or is not set up, is told by `/healthz`, and is no reason to send no calls.
 */
export function mountHealth(server: FastifyInstance, options: HealthOptions): void {
  const { health, version, degradation, unconfigured = [] } = options;
  const alive = { status: "ok" };
  const externalServices = unconfigured.length === 0 ? {} : { unconfigured };
  server.get("/livez", () => alive);
  server.get("/healthz", () => {
    const limits = degradation();
    return limits === null
      ? { ...alive, ...externalServices }
      : { status: "degraded", reasons: { limits }, ...externalServices };
  });
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
