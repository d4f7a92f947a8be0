export const minuteMs = 60_000;

/** Stamps that are kept beside those that count, so that pruning is rare and a test's clock may step back. */
const spare = 128;

/**
 * Stamps of admitted units, ascending. A stamp counts for 60 seconds: at exactly stamp + 60,000 ms it is out. Stamps
 * later than `now` do not count; they exist only where tests set the time.
 */
export class MinuteLog {
  #stamps: number[] = [];
  #pruneAt = spare;

  /** Units stamped within the minute that ends at `now`. */
  usedAt(now: number): number {
    return this.#indexAfter(now) - this.#indexAfter(now - minuteMs);
  }

  /** When `count` more of the units that count at `now` have left. `count` is between 1 and `usedAt(now)`. */
  freeAt(now: number, count: number): number {
    return this.#stamps[this.#indexAfter(now - minuteMs) + count - 1]! + minuteMs;
  }

  add(now: number, units: number): void {
    if (this.#stamps.length >= this.#pruneAt) this.#prune(now);
    const stamps = this.#stamps;
    const isLatest = stamps.length === 0 || stamps[stamps.length - 1]! <= now;
    const index = isLatest ? stamps.length : this.#indexAfter(now);
    for (let count = 0; count < units; count++) {
      if (isLatest) stamps.push(now);
      else stamps.splice(index, 0, now);
    }
  }

  /** Drops expired entries, and (possible only in tests) entries further in the future than count now. */
  #prune(now: number): void {
    const first = this.#indexAfter(now - minuteMs);
    const next = this.#indexAfter(now);
    const hasFuture = this.#stamps.length - next > next - first + spare;
    this.#stamps = this.#stamps.slice(first, hasFuture ? next : undefined);
    this.#pruneAt = 2 * this.#stamps.length + spare;
  }

  /** Index of the first stamp later than `at`. */
  #indexAfter(at: number): number {
    const stamps = this.#stamps;
    let high = stamps.length;
    if (high === 0 || stamps[high - 1]! <= at) return high;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stamps[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
