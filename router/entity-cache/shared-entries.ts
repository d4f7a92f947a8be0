import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { createRedis } from "../../src/db/redis-connection.ts";
import { allEvents, eventKey, keyPrefix } from "./shared-events.ts";

export interface SharedOptions {
  url: string;
  log: Logger;
  /** How long one command may take. */
  timeoutMs: number;
  /** How long Redis is left alone after a failed command. */
  restMs?: number;
  /**
   * How long entries are not read once Redis is reached again: other processes first report the events that they could
   * not report before.
   */
  quarantineMs?: number;
  /** Counts a command that failed or was late. */
  onFailure?(): void;
}

/** An entry, and how long it is still valid. */
interface SharedEntry {
  text: string;
  ttlMs: number;
}

/** Entries as another process stored them, and the generation of their events now. */
export interface SharedLookup {
  entries: readonly (SharedEntry | null)[];
  /** Under which new entries are stored; null when it is not known. */
  generation: string | null;
}

/** No entries, and none are stored. */
export const nothingShared = (count: number): SharedLookup => ({
  entries: Array.from({ length: count }, () => null),
  generation: null,
});

/**
 * Entries that all processes share in Redis. An entry names the generations of its events from before its fetch; it
 * counts only while Redis still has these. A generation is random, so a lost one never comes back. Every failure, and
 * every response that is late, is a miss.
 */
export class SharedEntries {
  readonly #redis: Redis;
  readonly #options: Required<Omit<SharedOptions, "url">>;
  #usableAt = 0;

  constructor({ url, ...options }: SharedOptions) {
    this.#options = { restMs: 1_000, quarantineMs: 2_000, onFailure: () => undefined, ...options };
    this.#redis = createRedis({ url, ...options });
    this.#redis.on("ready", () => this.#rest(this.#options.quarantineMs));
    void this.#redis.connect().catch(() => undefined);
  }

  /** The entries of these keys that are valid now. Never rejects. */
  async find(keys: readonly string[], events: readonly string[]): Promise<SharedLookup> {
    if (!this.#isUsable()) return nothingShared(keys.length);
    try {
      const names = [allEvents, ...events];
      const values = await this.#redis.mget([...names.map(eventKey), ...keys.map(entryKey)]);
      const generation = await this.#complete(names, values.slice(0, names.length));
      const head = `${generation}\n`;
      const entries = values
        .slice(names.length)
        .map((value) => (value?.startsWith(head) ? readEntry(value.slice(head.length)) : null));
      return { entries, generation };
    } catch (error) {
      this.#failed(error);
      return nothingShared(keys.length);
    }
  }

  /** Stores an entry under the generation that `find` returned before the fetch. Never rejects. */
  async store(key: string, text: string, { generation, ttlMs }: { generation: string; ttlMs: number }) {
    if (!this.#isUsable()) return;
    await this.#redis
      .set(entryKey(key), `${generation}\n${Date.now() + ttlMs}\n${text}`, "PX", ttlMs)
      .catch((error: unknown) => this.#failed(error));
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  /** The generations of the events, new ones where Redis has none. */
  async #complete(names: readonly string[], known: readonly (string | null)[]): Promise<string> {
    const generations = await Promise.all(
      names.map(async (name, index) => {
        const found = known[index];
        if (found) return found;
        const made = randomUUID();
        return (await this.#redis.set(eventKey(name), made, "NX", "GET")) ?? made;
      }),
    );
    return generations.join(" ");
  }

  #isUsable(): boolean {
    return this.#redis.status === "ready" && performance.now() >= this.#usableAt;
  }

  #failed(err: unknown): void {
    this.#options.onFailure();
    this.#options.log.debug({ err }, "redis command failed");
    this.#rest(this.#options.restMs);
  }

  #rest(ms: number): void {
    this.#usableAt = Math.max(this.#usableAt, performance.now() + ms);
  }
}

function entryKey(key: string): string {
  return `${keyPrefix}:entry:${key}`;
}

/** The text after the time at which it expires; null once it has. */
function readEntry(value: string): SharedEntry | null {
  const end = value.indexOf("\n");
  const ttlMs = Number(value.slice(0, end)) - Date.now();
  return ttlMs > 0 ? { text: value.slice(end + 1), ttlMs } : null;
}
