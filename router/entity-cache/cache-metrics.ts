import { Counter, Gauge, type Registry } from "prom-client";

/** Counts of the entity cache in the process's metrics. */
export class EntityCacheMetrics {
  readonly evictions: Counter;
  readonly invalidations: Counter;
  readonly redisFailures: Counter;
  readonly #lookups: Counter<"subgraph" | "outcome">;
  readonly #registry: Registry;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#registry = registry;
    this.#lookups = new Counter({
      name: "entity_cache_lookups_total",
      help: "Lookups of the entity cache: hit_memory, hit_redis, miss, joined (waited for the same fetch), bypassed",
      labelNames: ["subgraph", "outcome"],
      registers,
    });
    this.evictions = new Counter({
      name: "entity_cache_evictions_total",
      help: "Entries that made room for others",
      registers,
    });
    this.invalidations = new Counter({
      name: "entity_cache_invalidations_total",
      help: "Events that ended entries",
      registers,
    });
    this.redisFailures = new Counter({
      name: "entity_cache_redis_failures_total",
      help: "Commands of the entity cache that Redis did not answer in time",
      registers,
    });
  }

  /** Reports the size of the memory whenever metrics are read. */
  watch(read: () => { bytes: number; entries: number }): void {
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.set(value());
        },
      });
    gauge("entity_cache_bytes", "Estimated memory of all entries", () => read().bytes);
    gauge("entity_cache_entries", "Number of entries in memory", () => read().entries);
  }

  hits(subgraph: string, place: "memory" | "redis", count: number): void {
    if (count > 0) this.#lookups.inc({ subgraph, outcome: `hit_${place}` }, count);
  }

  misses(subgraph: string, loaded: number, joined: number): void {
    if (loaded > 0) this.#lookups.inc({ subgraph, outcome: "miss" }, loaded);
    if (joined > 0) this.#lookups.inc({ subgraph, outcome: "joined" }, joined);
  }

  bypassed(subgraph: string, count: number): void {
    this.#lookups.inc({ subgraph, outcome: "bypassed" }, count);
  }
}
