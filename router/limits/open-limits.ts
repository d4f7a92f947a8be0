import type { Logger } from "pino";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { FallbackStore } from "../../src/limits/fallback-store.ts";
import { LastingStore } from "../../src/limits/lasting-store.ts";
import { RedisStore } from "../../src/limits/redis-store.ts";
import { createHubLedger } from "./hub-ledger.ts";
import { Limiter, type LimiterOptions } from "./limiter.ts";
import { noLimits, type Limits } from "./limits.ts";

export interface LimitSettings {
  isOn: boolean;
  /** Redis that several routers share; null: each counts on its own and stores its counts in the hub. */
  redisUrl: string | null;
  abusePerMinute: number;
}

const redisTimeoutMs = 250;
/** The hub is called only for the first request of a principal. */
const hubTimeoutMs = 3_000;

/** Opens the limits that the settings describe. Keeps retrying a Redis that is not available yet. */
export async function openLimits(
  { isOn, redisUrl, abusePerMinute }: LimitSettings,
  parts: { hub: SubgraphExecutor; log: Logger; publicUrl: string } & Pick<LimiterOptions, "keyLimitReached">,
): Promise<Limits> {
  if (!isOn) return noLimits;
  const options = {
    abusePerMinute,
    ...(parts.keyLimitReached ? { keyLimitReached: parts.keyLimitReached } : {}),
  };
  const log = parts.log.child({ component: "limits" });
  if (redisUrl === null) {
    const own = new LastingStore({ ledger: createHubLedger({ ...parts, log }), log });
    return new Limiter({
      store: new FallbackStore({ store: own, log, timeoutMs: hubTimeoutMs }),
      ...options,
    });
  }
  const redis = new RedisStore({ url: redisUrl, log, timeoutMs: redisTimeoutMs });
  await redis.connect().catch((err: unknown) => log.error({ err }, "redis is not connected yet"));
  return new Limiter({
    store: new FallbackStore({ store: redis, log, timeoutMs: redisTimeoutMs }),
    ...options,
  });
}
