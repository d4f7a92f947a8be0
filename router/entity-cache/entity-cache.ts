import { LRUCache } from "lru-cache";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { EntityCacheMetrics } from "./cache-metrics.ts";
import { Generations, type Stamp } from "./generations.ts";
import { MemoryEntries } from "./memory-entries.ts";
import { nothingShared, type SharedEntries } from "./shared-entries.ts";

export interface EntityCacheOptions {
  maxBytes: number;
  /** Entries that other processes share; null: only this process. */
  shared?: SharedEntries | null;
  metrics?: EntityCacheMetrics | null;
  /** How long after an event nothing is cached, in milliseconds. */
  settleMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** What a lookup needs besides its keys. */
export interface Lookup {
  subgraph: string;
  maxAgeSeconds: number;
  events: readonly string[];
  /** Fetches what is missing, by its positions in the keys: JSON texts, or null for what must not be cached. */
  load(missing: readonly number[]): Promise<readonly (string | null)[]>;
}

/** A fetch under way, which later callers of the same keys wait for. */
interface Flight {
  stamp: Stamp;
  text: Promise<string | null>;
}

/** Lifetime of the note that a key's result must not be cached, and the maximum number of notes. */
const refusedMs = 5_000;
const maxRefused = 10_000;
const settleMs = 6_000;

/**
 * Responses without an owner, in the memory of this process and, where Redis is configured, shared with other
 * processes. Entries end with their lifetime, or when one of their events happens. While the process cannot receive
 * events, nothing is cached. One fetch per key is under way at a time.
 */
export class EntityCache {
  readonly #generations: Generations;
  readonly #memory: MemoryEntries;
  readonly #shared: SharedEntries | null;
  readonly #metrics: EntityCacheMetrics | null;
  readonly #refused: LRUCache<string, true>;
  readonly #flights = new Map<string, Flight>();
  #isHearing: () => boolean = () => false;

  constructor({ maxBytes, shared = null, metrics = null, ...options }: EntityCacheOptions) {
    const { now } = options;
    this.#generations = new Generations({ settleMs: options.settleMs ?? settleMs, ...(now ? { now } : {}) });
    this.#memory = new MemoryEntries({
      maxBytes,
      ...(metrics ? { onEvict: () => metrics.evictions.inc() } : {}),
      ...(now ? { now } : {}),
    });
    this.#refused = new LRUCache({
      max: maxRefused,
      ttl: refusedMs,
      ...(now ? { perf: { now }, ttlResolution: 0 } : {}),
    });
    this.#shared = shared;
    this.#metrics = metrics;
    metrics?.watch(() => ({ bytes: this.#memory.bytes, entries: this.#memory.size }));
  }

  /** Starts caching: from now on events are received while `isHearing` says so. */
  listen(isHearing: () => boolean): void {
    this.#isHearing = isHearing;
  }

  /** Ends all entries with this event, also those whose fetch is under way. */
  invalidate(event: string): void {
    this.#generations.advance(event);
    this.#metrics?.invalidations.inc();
  }

  /** Ends all entries, since events may have been missed. */
  invalidateAll(): void {
    this.#generations.advanceAll();
    this.#memory.clear();
    this.#metrics?.invalidations.inc();
  }

  async close(): Promise<void> {
    this.#isHearing = () => false;
    this.#memory.clear();
    await this.#shared?.close();
  }

  /**
   * The texts of all keys, from the cache or by one `load` of what is missing; null when any of them cannot be cached,
   * and the caller has to fetch without the cache. Rejects as `load` does. Synchronous when all keys are in memory.
   */
  find(keys: readonly string[], lookup: Lookup): MaybePromise<readonly string[] | null> {
    const { subgraph } = lookup;
    const stamp = this.#isHearing() ? this.#generations.stamp(lookup.events) : null;
    if (!stamp || keys.some((key) => this.#refused.has(key))) {
      this.#metrics?.bypassed(subgraph, keys.length);
      return null;
    }
    const texts = keys.map((key) => this.#remembered(key));
    const missing = [...texts.keys()].filter((place) => texts[place] === null);
    this.#metrics?.hits(subgraph, "memory", keys.length - missing.length);
    if (missing.length === 0) return texts as string[];
    return this.#complete({ keys, texts, missing, stamp, lookup });
  }

  async #complete(search: Search): Promise<readonly string[] | null> {
    const { keys, texts, missing, stamp, lookup } = search;
    const ownKeys = missing.map((place) => keys[place]!);
    const found = (await this.#shared?.find(ownKeys, lookup.events)) ?? nothingShared(missing.length);
    const absent: number[] = [];
    missing.forEach((place, index) => {
      const entry = found.entries[index];
      if (!entry) return absent.push(place);
      texts[place] = entry.text;
      return this.#remember(keys[place]!, entry.text, { stamp, ttlMs: Math.min(entry.ttlMs, ttlOf(lookup)) });
    });
    this.#metrics?.hits(lookup.subgraph, "redis", missing.length - absent.length);
    if (absent.length > 0) {
      const loaded = await this.#load(absent, search, found.generation);
      absent.forEach((place, index) => (texts[place] = loaded[index] ?? null));
    }
    return texts.includes(null) ? null : (texts as string[]);
  }

  /** Joins fetches that are under way, and starts one for everything else. */
  #load(
    absent: readonly number[],
    search: Search,
    generation: string | null,
  ): Promise<readonly (string | null)[]> {
    const { keys, stamp, lookup } = search;
    const joined = absent.map((place) => this.#flightOf(keys[place]!));
    const slots = [...joined.keys()].filter((slot) => joined[slot] === null);
    this.#metrics?.misses(lookup.subgraph, slots.length, absent.length - slots.length);
    if (slots.length > 0) {
      const loading = lookup.load(slots.map((slot) => absent[slot]!));
      slots.forEach((slot, index) => {
        const key = keys[absent[slot]!]!;
        const text = loading.then((loaded) =>
          this.#take(key, loaded[index] ?? null, { ...search, generation }),
        );
        const flight: Flight = { stamp, text };
        this.#flights.set(key, flight);
        const land = () => void (this.#flights.get(key) === flight && this.#flights.delete(key));
        text.then(land, land);
        joined[slot] = flight;
      });
    }
    return Promise.all(joined.map((flight) => flight!.text));
  }

  /** The running fetch of a key, unless an event made its result old. */
  #flightOf(key: string): Flight | null {
    const flight = this.#flights.get(key);
    return flight && this.#generations.isCurrent(flight.stamp) ? flight : null;
  }

  /** Stores a loaded text where it may be stored. */
  #take(
    key: string,
    text: string | null,
    search: Pick<Search, "stamp" | "lookup"> & { generation: string | null },
  ): string | null {
    if (text === null) this.#refused.set(key, true);
    else {
      const ttlMs = ttlOf(search.lookup);
      const isStored = this.#remember(key, text, { stamp: search.stamp, ttlMs });
      if (isStored && search.generation !== null)
        void this.#shared?.store(key, text, { generation: search.generation, ttlMs });
    }
    return text;
  }

  #remembered(key: string): string | null {
    const entry = this.#memory.get(key);
    if (!entry) return null;
    if (this.#generations.isCurrent(entry.stamp)) return entry.text;
    this.#memory.delete(key);
    return null;
  }

  #remember(key: string, text: string, { stamp, ttlMs }: { stamp: Stamp; ttlMs: number }): boolean {
    if (!this.#memory.admits(text) || ttlMs < 1 || !this.#generations.isCurrent(stamp)) return false;
    this.#memory.set(key, { text, stamp }, ttlMs);
    return true;
  }
}

function ttlOf({ maxAgeSeconds }: Lookup): number {
  return maxAgeSeconds * 1000;
}

/** One call of `find`. */
interface Search {
  keys: readonly string[];
  texts: (string | null)[];
  missing: readonly number[];
  stamp: Stamp;
  lookup: Lookup;
}
