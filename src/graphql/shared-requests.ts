/** Sends a request; `signal` says that nobody waits for it any more, or that its time is up. */
export type Send<T> = (signal: AbortSignal) => Promise<T>;

/** A request under way, for as many as wait for it. It is aborted when the last of them has gone. */
export class SharedRequest<T> {
  readonly #abort = new AbortController();
  readonly #answer: Promise<T>;
  #waiting = 0;

  /** Sends it at once. An answer that is not there after `deadlineMs` is not waited for. */
  constructor(send: Send<T>, deadlineMs: number) {
    const giveUp = () => this.#abort.abort(new Error(`There was no answer within ${deadlineMs} ms.`));
    const timer = setTimeout(giveUp, deadlineMs);
    this.#answer = send(this.#abort.signal).finally(() => clearTimeout(timer));
  }

  get isAborted(): boolean {
    return this.#abort.signal.aborted;
  }

  /** The answer. One who goes (`signal`) gets the reason of going, and leaves it to the others. */
  wait(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    if (!signal) return this.#answer;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason as Error);
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#abort.abort(signal.reason);
      };
      const settled = () => signal.removeEventListener("abort", leave);
      this.#answer.then(resolve, reject).finally(settled);
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    });
  }
}

/** Requests under way by what they ask, so that those who ask the same wait for the same. */
export class SharedRequests<T> {
  readonly #underWay = new Map<string, SharedRequest<T>>();
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** The request of this key that is under way, and whether it had to be sent for that. */
  join(key: string, send: Send<T>): { request: SharedRequest<T>; isFirst: boolean } {
    const known = this.#underWay.get(key);
    if (known && !known.isAborted) return { request: known, isFirst: false };
    const request = new SharedRequest(async (signal) => {
      try {
        return await send(signal);
      } finally {
        if (this.#underWay.get(key) === request) this.#underWay.delete(key);
      }
    }, this.#deadlineMs);
    this.#underWay.set(key, request);
    return { request, isFirst: true };
  }
}
