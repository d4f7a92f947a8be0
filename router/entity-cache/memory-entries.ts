import { LRUCache } from "lru-cache";
import type { Stamp } from "./generations.ts";

/** A stored response: its JSON, and the state of its events when its fetch began. */
export interface Entry {
  text: string;
  stamp: Stamp;
}

export interface MemoryOptions {
  /** Maximum size of all entries. */
  maxBytes: number;
  /** Called when an entry made room for another. */
  onEvict?(): void;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** An entry's key, list node and map slot, as far as they can be estimated. */
const overheadBytes = 300;
/** An entry takes at most this share of the memory. */
const maxShare = 16;

/** Entries of this process, within a number of bytes. The least recently used ones make room. */
export class MemoryEntries {
  readonly #entries: LRUCache<string, Entry>;
  readonly #maxEntryBytes: number;

  constructor({ maxBytes, onEvict, now }: MemoryOptions) {
    this.#maxEntryBytes = Math.floor(maxBytes / maxShare);
    this.#entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      maxEntrySize: this.#maxEntryBytes,
      sizeCalculation: sizeOf,
      dispose: (_entry, _key, reason) => {
        if (reason === "evict") onEvict?.();
      },
      ...(now ? { perf: { now }, ttlResolution: 0 } : {}),
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** False for a text that would take too large a share. */
  admits(text: string): boolean {
    return sizeOf({ text }) <= this.#maxEntryBytes;
  }

  get(key: string): Entry | null {
    return this.#entries.get(key) ?? null;
  }

  set(key: string, entry: Entry, ttlMs: number): void {
    this.#entries.set(key, entry, { ttl: ttlMs });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Strings take one or two bytes per character: two are assumed. */
function sizeOf({ text }: Pick<Entry, "text">): number {
  return 2 * text.length + overheadBytes;
}
