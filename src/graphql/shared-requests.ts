/** A request that was sent. */
export interface Sent<T> {
  answer: Promise<T>;
  /** Cancels the request: no waiter is left, or its deadline has passed. */
  cancel(reason: Error): void;
}

/** A running request that several callers wait for. It is cancelled when the last of them leaves. */
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

/** A running request, with its principal and its document. */
interface Entry<T> {
  asker: string;
  what: string;
  request: SharedRequest<T>;
}

/** There are few running requests at a time; those that share a slot are compared by their full text. */
const places = 1024;

/**
 * Running requests by principal and document, so that identical ones share a result (single-flight). Uses its
 * own slots instead of a Map: a Map with constant inserts and deletes is rehashed every few of them, V8 chains
 * the old table to the new one, and everything that it held lives until the next full collection.
 */
export class SharedRequests<T> {
  readonly #underWay: (Entry<T>[] | undefined)[] = Array.from({ length: places });
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** The running request of this principal for this document, and whether it had to be sent now. */
  join(asker: string, what: string, send: () => Sent<T>): { request: SharedRequest<T>; isFirst: boolean } {
    const entries = (this.#underWay[placeOf(what)] ??= []);
    const known = entries.findIndex((entry) => entry.what === what && entry.asker === asker);
    const sameNow = entries[known]?.request;
    if (sameNow && !sameNow.isCancelled) return { request: sameNow, isFirst: false };
    if (sameNow) entries.splice(known, 1);
    const request = new SharedRequest(send(), this.#deadlineMs, () => {
      const place = entries.findIndex((entry) => entry.request === request);
      if (place >= 0) entries.splice(place, 1);
    });
    entries.push({ asker, what, request });
    return { request, isFirst: true };
  }
}

/** Number of characters that select a text's slot: hashing all of them costs more than it saves. */
const samples = 32;

function placeOf(text: string): number {
  const step = Math.max(1, Math.floor(text.length / samples));
  let hash = text.length;
  for (let index = text.length - 1; index >= 0; index -= step) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  }
  return hash & (places - 1);
}
