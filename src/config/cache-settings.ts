import { z } from "zod";

/** Settings of the cache of public data. */
export const cacheShape = {
  ENTITY_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(4_294_967_296)
    .default(33_554_432)
    .describe(
      "Memory of each router for cached responses without an owner, in bytes. 0 turns the cache off. In split mode the cache needs REDIS_URL",
    ),
  ENTITY_CACHE_REDIS_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5_000)
    .default(50)
    .describe(
      "Timeout of one lookup of the entity cache in Redis, in milliseconds. A late response is a miss",
    ),
};
