import { hash } from "node:crypto";

interface Entry<T> {
  value: T;
  untilMs: number;
  /** True when it was read since it was last passed over. */
  isUsed: boolean;
}

/**
 * Caches the claims of verified tokens, so that a principal's second request costs a hash instead of a
 * signature check. Stores hashes, never tokens. Bounded: evicts the oldest entry that was not read since its last turn.
 *
 * A read moves no entry: a `Map` whose entries are deleted and set again makes a new table every few times, and each table
 * keeps the next one from the collector of young objects.
 */
export class TokenCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The key under which this token is remembered. */
  static keyOf(token: string): string {
    return hash("sha256", token, "base64");
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string, nowMs: number): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.untilMs <= nowMs) {
      this.#entries.delete(key);
      return undefined;
    }
    entry.isUsed = true;
    return entry.value;
  }

  set(key: string, value: T, untilMs: number): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) this.#evict();
    this.#entries.set(key, { value, untilMs, isUsed: false });
  }

  /** Entries that were read have another turn; each is passed over once at most. */
  #evict(): void {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      if (!entry.isUsed) return;
      entry.isUsed = false;
      this.#entries.set(key, entry);
    }
  }
}
