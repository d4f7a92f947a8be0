interface Entry<V> {
  value: V;
  bytes: number;
  /** True when it was read since it was last moved to the end of its part. */
  isRead: boolean;
}

/** One part of the cache: entries in the order in which they were moved to its end. */
interface Segment<V> {
  entries: Map<string, Entry<V>>;
  bytes: number;
  maxEntries: number;
  maxBytes: number;
}

/**
 * Segmented cache, bounded by count and by estimated bytes. A value starts in the fresh half until it is read again, so
 * that one-time values, however many, never evict those in use. In each half the value that was moved first is evicted
 * first; one in use that was read since gets a second chance (the CLOCK algorithm), so that reading changes no order. A
 * value that is larger than its half is not cached.
 */
export class SegmentedCache<V> {
  /** Values that were put in and not read since. */
  readonly #fresh: Segment<V>;
  /** Values that were read. */
  readonly #used: Segment<V>;

  constructor({ maxEntries, maxBytes }: { maxEntries: number; maxBytes: number }) {
    this.#fresh = newSegment(maxEntries, maxBytes, 0.5);
    this.#used = newSegment(maxEntries, maxBytes, 0.5);
  }

  get size(): number {
    return this.#fresh.entries.size + this.#used.entries.size;
  }

  /** Estimated bytes of all values. */
  get bytes(): number {
    return this.#fresh.bytes + this.#used.bytes;
  }

  get(key: string): V | undefined {
    const used = this.#used.entries.get(key);
    if (used) {
      if (!used.isRead) used.isRead = true;
      return used.value;
    }
    const entry = this.#fresh.entries.get(key);
    if (!entry) return undefined;
    this.delete(key);
    this.#put(this.#used, key, entry);
    return entry.value;
  }

  /** Replaces the value under its key, in the same half. */
  set(key: string, value: V, bytes: number): void {
    const segment = this.#used.entries.has(key) ? this.#used : this.#fresh;
    this.delete(key);
    this.#put(segment, key, { value, bytes, isRead: false });
  }

  delete(key: string): void {
    for (const segment of [this.#fresh, this.#used]) remove(segment, key);
  }

  #put(segment: Segment<V>, key: string, entry: Entry<V>): void {
    entry.isRead = false;
    segment.entries.set(key, entry);
    segment.bytes += entry.bytes;
    for (const [oldest, leaving] of segment.entries) {
      if (segment.entries.size <= segment.maxEntries && segment.bytes <= segment.maxBytes) return;
      remove(segment, oldest);
      if (leaving.isRead) {
        leaving.isRead = false;
        segment.entries.set(oldest, leaving);
        segment.bytes += leaving.bytes;
        continue;
      }
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
