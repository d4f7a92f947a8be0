import type { RequestContext } from "../../../src/context.ts";
import type { PropertyPorts } from "../property.context.ts";
import type { PropertySource } from "./property-source.port.ts";
import { callSource, purgeChecks, recordSeenVersion } from "./source-health.service.ts";
import { SourceFailure } from "./source-failure.ts";

/** Interval between probes of every source. */
export const probeEveryMs = 60_000;
const keepChecksMs = 7 * 24 * 60 * 60 * 1000;

/** Probes every source once, all concurrently, and stores the results. A failing source is no error here. */
export async function probeSources(
  ctx: RequestContext,
  options: { signal?: AbortSignal; random?: () => number } = {},
): Promise<void> {
  const { sources } = ctx.ports as PropertyPorts;
  await Promise.all(sources.map((source) => probeSource(ctx, source, options)));
  await purgeChecks(ctx.em, new Date(ctx.clock.now().getTime() - keepChecksMs));
}

async function probeSource(
  ctx: RequestContext,
  source: PropertySource,
  options: { signal?: AbortSignal; random?: () => number },
): Promise<void> {
  const call = callSource(ctx, { sourceId: source.id, kind: "probe", retries: 0, ...options });
  try {
    const version = await source.probe(call);
    await recordSeenVersion(ctx.em, source.id, version);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof SourceFailure)) throw error;
    if (error.code !== "CIRCUIT_OPEN")
      ctx.log.info({ source: source.id, code: error.code }, "A data source does not answer well");
  }
}
