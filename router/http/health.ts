import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./methods.ts";

/** Whether the process is ready to serve, with a reason for each thing that is not. */
export interface Health {
  /** The dependencies that are not ready yet, each with the reason; empty when all are ready. */
  reasons(): Promise<Record<string, string>>;
  /** True once the process is being replaced. Default: never. */
  isDraining?(): boolean;
  /** What an operator should know although the process is ready. Undefined: nothing. */
  details?(): Record<string, unknown> | undefined;
}

export interface HealthOptions {
  health: Health;
  version: string;
  /** Why limits are kept in an emergency way; null when they are not. */
  degradation(): string | null;
  /** Names of external services that are not configured: operations that need one of them are refused. */
  unconfigured?: readonly string[];
}

/**
 * Mounts the probes: alive as soon as it listens, ready once all dependencies are, and the running version.
 * Dependencies that are degraded or not configured are reported by `/healthz`, and do not make the process
 * unready.
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
    const details = health.details?.();
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? "ready" : "not ready", reasons, ...(details ? { details } : {}) });
  });
  for (const path of ["/livez", "/healthz", "/version", "/readyz"])
    refuseOtherMethods(server, path, ["GET", "HEAD"]);
}
