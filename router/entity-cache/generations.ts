/** The state of some events at one moment. Responses computed under it are valid while it is current. */
export interface Stamp {
  readonly events: readonly string[];
  readonly counts: readonly number[];
}

/**
 * How often each event has happened, as this process knows. A response carries the counts of the moment when its fetch
 * began: an event during the fetch makes it old before it is stored.
 */
export class Generations {
  readonly #counts = new Map<string, { count: number; at: number }>();
  readonly #settleMs: number;
  readonly #now: () => number;
  #all = { count: 0, at: -Infinity };

  /**
   * For `settleMs` after an event nothing is stamped: other caches of the platform, such as a subgraph's own, may still
   * return the data from before it.
   */
  constructor({ settleMs, now = () => performance.now() }: { settleMs: number; now?: () => number }) {
    this.#settleMs = settleMs;
    this.#now = now;
  }

  /** Counts an event. */
  advance(event: string): void {
    const { count } = this.#counts.get(event) ?? { count: 0 };
    this.#counts.set(event, { count: count + 1, at: this.#now() });
  }

  /** Counts all events, since some of them may have been missed. */
  advanceAll(): void {
    this.#all = { count: this.#all.count + 1, at: this.#now() };
  }

  /** The present state of these events; null shortly after one of them. */
  stamp(events: readonly string[]): Stamp | null {
    const since = this.#now() - this.#settleMs;
    if (this.#all.at > since) return null;
    const counts = [this.#all.count];
    for (const event of events) {
      const known = this.#counts.get(event);
      if (known && known.at > since) return null;
      counts.push(known?.count ?? 0);
    }
    return { events, counts };
  }

  /** True while none of the stamp's events has happened since. */
  isCurrent({ events, counts }: Stamp): boolean {
    if (counts[0] !== this.#all.count) return false;
    for (let index = 0; index < events.length; index += 1)
      if (counts[index + 1] !== (this.#counts.get(events[index]!)?.count ?? 0)) return false;
    return true;
  }
}
