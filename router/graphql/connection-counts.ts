/** How many connections are open per key: an address, or a credential. */
export class ConnectionCounts {
  readonly #open = new Map<string, number>();

  /** Connections that are open under the key. */
  of(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  /** Takes a place under the key; false, with nothing taken, when as many as `limit` are open. */
  take(key: string, limit: number): boolean {
    const open = this.of(key);
    if (open >= limit) return false;
    this.#open.set(key, open + 1);
    return true;
  }

  /** Gives a place back. */
  release(key: string): void {
    const left = this.of(key) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}

/** The activity that `endWhenIdle` watches. */
export interface Idling {
  idleMs: number;
  isBusy(): boolean;
  /** When the last operation started, on the clock of `performance`. */
  lastBegun(): number;
}

/** Calls `end` once nothing was under way for a time. Answers what stops the watch; it keeps no process alive. */
export function endWhenIdle({ idleMs, isBusy, lastBegun }: Idling, end: () => void): () => void {
  let lastBusyAt = performance.now();
  const watch = () => {
    const now = performance.now();
    if (isBusy()) lastBusyAt = now;
    else if (now - Math.max(lastBusyAt, lastBegun()) >= idleMs) end();
  };
  const timer = setInterval(watch, Math.max(10, idleMs / 4));
  timer.unref();
  return () => clearInterval(timer);
}
