interface Entry<V> {
  value: V;
  bytes: number;
  /** Which of all uses was the last that moved it to the end of its part. */
  movedAt: number;
}

/** One part of the cache: entries from the one used least recently to the one used last. */
interface Segment<V> {
  entries: Map<string, Entry<V>>;
  bytes: number;
  maxEntries: number;
  maxBytes: number;
}

/**
 * Keeps values by key, bounded by their count and by their estimated bytes. A value has half of the room until
 * it is asked for again, so that values which come once, however many, never displace those in use. In either part
 * the value used least recently leaves first. A value that is larger than its part is not kept.
 */
export class SegmentedCache<V> {
  /** Values that were put in and not asked for since. */
  readonly #fresh: Segment<V>;
  /** Values that were asked for. */
  readonly #used: Segment<V>;
  /** How many uses ago an entry was moved when it is worth moving again: far fewer than could have displaced it. */
  readonly #moveAfter: number;
  #uses = 0;

  constructor({ maxEntries, maxBytes }: { maxEntries: number; maxBytes: number }) {
    this.#fresh = newSegment(maxEntries, maxBytes, 0.5);
    this.#used = newSegment(maxEntries, maxBytes, 0.5);
    this.#moveAfter = Math.floor(maxEntries / 50);
  }

  get size(): number {
    return this.#fresh.entries.size + this.#used.entries.size;
  }

  /** Estimated bytes of all values. */
  get bytes(): number {
    return this.#fresh.bytes + this.#used.bytes;
  }

  get(key: string): V | undefined {
    this.#uses += 1;
    const used = this.#used.entries.get(key);
    if (used && this.#uses - used.movedAt <= this.#moveAfter) return used.value;
    const entry = used ?? this.#fresh.entries.get(key);
    if (!entry) return undefined;
    this.delete(key);
    this.#put(this.#used, key, entry);
    return entry.value;
  }

  /** Puts a value in place of the one under its key, which stays in the part of the room that it had. */
  set(key: string, value: V, bytes: number): void {
    const segment = this.#used.entries.has(key) ? this.#used : this.#fresh;
    this.delete(key);
    this.#put(segment, key, { value, bytes, movedAt: this.#uses });
  }

  delete(key: string): void {
    for (const segment of [this.#fresh, this.#used]) remove(segment, key);
  }

  #put(segment: Segment<V>, key: string, entry: Entry<V>): void {
    entry.movedAt = this.#uses;
    segment.entries.set(key, entry);
    segment.bytes += entry.bytes;
    for (const [oldest, leaving] of segment.entries) {
      if (segment.entries.size <= segment.maxEntries && segment.bytes <= segment.maxBytes) return;
      remove(segment, oldest);
      // What leaves the used part has one more chance among the fresh ones.
      if (segment === this.#used) this.#put(this.#fresh, oldest, leaving);
    }
  }
}

function newSegment<V>(maxEntries: number, maxBytes: number, share: number): Segment<V> {
  return {
    entries: new Map(),
    bytes: 0,
    maxEntries: Math.max(1, Math.floor(maxEntries * share)),
    maxBytes: Math.floor(maxBytes * share),
  };
}

function remove<V>(segment: Segment<V>, key: string): void {
  const entry = segment.entries.get(key);
  if (!entry) return;
  segment.entries.delete(key);
  segment.bytes -= entry.bytes;
}
