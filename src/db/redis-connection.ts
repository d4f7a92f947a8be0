import { createRequire } from "node:module";
import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "pino";

export interface RedisConnectionOptions {
  url: string;
  log: Logger;
  /** How long one command may take, in milliseconds. */
  timeoutMs: number;
}

/**
 * A connection to Redis that is not opened yet. A command fails at once while there is no connection, and after
 * `timeoutMs`: each user has a fallback, so that nobody waits. A lost connection is opened again, at most 1 s apart.
 * The client's code is loaded with the first connection: most processes have none.
 */
export function createRedis(
  { url, log, timeoutMs }: RedisConnectionOptions,
  more: Pick<RedisOptions, "scripts" | "autoResubscribe"> = {},
): Redis {
  const { Redis: Connection } = createRequire(import.meta.url)("ioredis") as typeof import("ioredis");
  const redis = new Connection(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: timeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    ...more,
  });
  redis.on("error", (err: Error) => log.debug({ err }, "redis connection failed"));
  return redis;
}
