/**
 * The most recent results of one snapshot, so that the pages of a search do not search again. Failures are not cached.
 */
export class ResultCache<T> {
  readonly #results = new Map<string, Promise<T>>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#results.get(key);
    const result = known ?? compute();
    // Map keeps the order of insertion, so the first key is the least recently used one.
    this.#results.delete(key);
    this.#results.set(key, result);
    if (known === undefined) result.catch(() => this.#results.delete(key));
    if (this.#results.size > this.#size) this.#results.delete(this.#results.keys().next().value!);
    return result;
  }
}
