import { hash } from "node:crypto";

/**
 * Caches the claims of verified tokens, so that a principal's second request costs a hash instead of a
 * signature check. Stores hashes, never tokens. Bounded: evicts the least recently used.
 */
export class TokenCache<T> {
  readonly #entries = new Map<string, { value: T; untilMs: number }>();
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
    this.#entries.delete(key);
    if (entry.untilMs <= nowMs) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: T, untilMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, untilMs });
    if (this.#entries.size <= this.#capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
