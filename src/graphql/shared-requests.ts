/** A request that was sent. */
export interface Sent<T> {
  answer: Promise<T>;
  /** Ends it: nobody waits for it any more, or its time is up. */
  cancel(reason: Error): void;
}

/** A request under way, for as many as wait for it. It is cancelled when the last of them has gone. */
export class SharedRequest<T> {
  readonly #sent: Sent<T>;
  #waiting = 0;
  #isCancelled = false;

  /** An answer that is not there after `deadlineMs` is not waited for. */
  constructor(sent: Sent<T>, deadlineMs: number, whenSettled?: () => void) {
    this.#sent = sent;
    const giveUp = () => this.#cancel(new Error(`There was no answer within ${deadlineMs} ms.`));
    const timer = setTimeout(giveUp, deadlineMs);
    const settled = () => {
      clearTimeout(timer);
      whenSettled?.();
    };
    sent.answer.then(settled, settled);
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** The answer. One who goes (`signal`) gets the reason of going, and leaves it to the others. */
  wait(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    const { answer } = this.#sent;
    if (!signal) return answer;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason as Error);
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#cancel(signal.reason as Error);
      };
      const settled = () => signal.removeEventListener("abort", leave);
      answer.then(resolve, reject).finally(settled);
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    });
  }

  #cancel(reason: Error): void {
    this.#isCancelled = true;
    this.#sent.cancel(reason);
  }
}

/** Requests under way by who asks and what, so that those who ask the same wait for the same. */
export class SharedRequests<T> {
  readonly #underWay = new Map<string, Map<string, SharedRequest<T>>>();
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** The request of this asker for this that is under way, and whether it had to be sent for that. */
  join(asker: string, what: string, send: () => Sent<T>): { request: SharedRequest<T>; isFirst: boolean } {
    let requests = this.#underWay.get(asker);
    const known = requests?.get(what);
    if (known && !known.isCancelled) return { request: known, isFirst: false };
    if (!requests) this.#underWay.set(asker, (requests = new Map()));
    const request = new SharedRequest(send(), this.#deadlineMs, () => {
      if (requests.get(what) !== request) return;
      requests.delete(what);
      if (requests.size === 0 && this.#underWay.get(asker) === requests) this.#underWay.delete(asker);
    });
    requests.set(what, request);
    return { request, isFirst: true };
  }
}
