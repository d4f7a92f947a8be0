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
 * Segmented LRU cache, bounded by count and by estimated bytes. A value starts in the fresh half until it is
 * read again, so that one-time values, however many, never evict those in use. In each half the least recently
 * used value is evicted first. A value that is larger than its half is not cached.
 */
export class SegmentedCache<V> {
  /** Values that were put in and not read since. */
  readonly #fresh: Segment<V>;
  /** Values that were read. */
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

  /** Replaces the value under its key, in the same half. */
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
      // A value evicted from the used half gets one more chance in the fresh half.
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
