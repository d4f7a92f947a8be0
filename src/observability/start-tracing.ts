import type { Logger } from "pino";
import type { TraceSettings } from "../config/trace-settings.ts";
import { traceVendors } from "../http/trace-vendors.ts";
import { platformVersion } from "../version.ts";
import { useTracing } from "./tracing.ts";

/** Sends the spans that are not exported yet; later ones are dropped. Never throws. */
export type StopTracing = () => Promise<void>;

/**
 * Turns tracing on if a collector is set. Otherwise loads nothing. Call it before anything is opened: databases,
 * routers and metrics look at it once.
 */
export async function startTracing(
  { endpoint, headers, sampleRatio, vendors }: TraceSettings,
  processName: string,
  log: Logger,
): Promise<StopTracing> {
  if (endpoint === null) return async () => {};
  const { createOtlpTracing } = await import("./otlp-tracing.ts");
  const { tracing, stop } = createOtlpTracing({
    endpoint,
    headers,
    sampleRatio,
    serviceName: `hub-platform-${processName}`,
    serviceVersion: platformVersion,
    log,
  });
  useTracing(tracing);
  traceVendors(vendors);
  return async () => {
    await stop().catch(() => log.warn("Traces could not be exported"));
  };
}
