import { parse } from "graphql";
import type { Logger } from "pino";
import { internalPrincipal } from "../../src/access/principal.ts";
import { systemClock } from "../../src/clock.ts";
import { newMeter } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { newId } from "../../src/ids.ts";

const document = parse("query AllowedOrigins { allowedOrigins }");
const keptForMs = 60_000;

/** The origins that browsers may call from, asked of the hub at most once a minute; the last known while it is away. */
export function createOriginList(
  hub: SubgraphExecutor,
  { log, publicUrl }: { log: Logger; publicUrl: string },
): () => Promise<readonly string[]> {
  let known: readonly string[] = [];
  let askedAt = -Infinity;
  return async () => {
    if (performance.now() - askedAt < keptForMs) return known;
    askedAt = performance.now();
    try {
      const principal = internalPrincipal("router");
      const call = {
        principal,
        requestId: newId("req"),
        appId: null,
        idempotencyKey: null,
        clock: systemClock,
      };
      const result = await hub({
        document,
        variables: {},
        call: { ...call, log, meter: newMeter(), publicUrl },
      });
      known = (result.data?.["allowedOrigins"] as string[] | undefined) ?? known;
    } catch (error) {
      log.warn({ err: error }, "allowed origins are not known");
    }
    return known;
  };
}
