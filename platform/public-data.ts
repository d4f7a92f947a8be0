import type { Logger } from "pino";
import { EntityCacheMetrics } from "../router/entity-cache/cache-metrics.ts";
import { EntityCache } from "../router/entity-cache/entity-cache.ts";
import { SharedEntries } from "../router/entity-cache/shared-entries.ts";
import { allEvents, SharedEventReceiver, SharedEventSender } from "../router/entity-cache/shared-events.ts";
import type { Config } from "../src/config/config.ts";
import { openChannelListener, type ChannelListener } from "../src/db/channel-listener.ts";
import { openLogin } from "../src/db/login-role.ts";
import type { Metrics } from "../src/observability/metrics.ts";

/** The channel on which the database announces changes of public data. */
const channel = "public_data";

type CacheConfig = Pick<
  Config,
  "DATABASE_LOGIN" | "ENTITY_CACHE_BYTES" | "ENTITY_CACHE_REDIS_TIMEOUT_MS" | "REDIS_URL"
>;

/** The router's cache of data without an owner, which caches nothing before it receives events; null when it is off. */
export function openEntityCache(
  config: CacheConfig,
  { metrics, log }: { metrics: Metrics; log: Logger },
): EntityCache | null {
  const { ENTITY_CACHE_BYTES: maxBytes, ENTITY_CACHE_REDIS_TIMEOUT_MS: timeoutMs, REDIS_URL: url } = config;
  if (maxBytes === 0) return null;
  const counts = new EntityCacheMetrics(metrics.registry);
  const onFailure = () => counts.redisFailures.inc();
  const shared = url === undefined ? null : new SharedEntries({ url, timeoutMs, log, onFailure });
  return new EntityCache({ maxBytes, shared, metrics: counts });
}

/**
 * Receives changes of public data from the database: for the cache of this process, and for other routers that share
 * its Redis. It listens on the connection of `notices`, or without one on its own. Returns a function that ends it.
 */
export async function watchPublicData(
  config: CacheConfig,
  {
    databaseUrl,
    notices,
    cache,
    log,
  }: { databaseUrl: string; notices: ChannelListener | null; cache: EntityCache | null; log: Logger },
): Promise<() => Promise<void>> {
  const redisUrl = config.REDIS_URL;
  if (!cache && redisUrl === undefined) return () => Promise.resolve();
  const own = notices ? null : await openOwnListener(config, databaseUrl, log);
  const listener = notices ?? own!;
  const sender = redisUrl === undefined ? null : new SharedEventSender({ url: redisUrl, log });
  const leave = listener.listen(
    channel,
    (event) => {
      cache?.invalidate(event);
      sender?.send(event);
    },
    () => {
      cache?.invalidateAll();
      sender?.send(allEvents);
    },
  );
  // Changes from before this process listened may not have reached Redis.
  sender?.send(allEvents);
  cache?.listen(() => listener.isHearing);
  return async () => {
    leave();
    await own?.close();
    await sender?.close();
  };
}

async function openOwnListener(
  config: CacheConfig,
  databaseUrl: string,
  log: Logger,
): Promise<ChannelListener> {
  const isGiven = config.DATABASE_LOGIN === "given";
  const url = isGiven ? databaseUrl : await openLogin(databaseUrl, "listener_app");
  return openChannelListener({ url, log });
}

/**
 * Receives changes of public data in a router without a database, by Redis. Without Redis nothing is cached. Returns a
 * function that ends it.
 */
export function followPublicData(
  { REDIS_URL: url }: CacheConfig,
  { cache, log }: { cache: EntityCache | null; log: Logger },
): () => Promise<void> {
  if (!cache || url === undefined) return () => Promise.resolve();
  const receiver = new SharedEventReceiver(
    { url, log },
    { onEvent: (event) => cache.invalidate(event), onGap: () => cache.invalidateAll() },
  );
  cache.listen(() => receiver.isHearing);
  return () => receiver.close();
}
