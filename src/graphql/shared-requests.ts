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

/** A request under way, and who asked it for what. */
interface Entry<T> {
  asker: string;
  what: string;
  request: SharedRequest<T>;
}

/** Requests under way at once are few; what falls into the same of so many places is told apart there. */
const places = 1024;

/**
 * Requests under way by who asks and what, so that those who ask the same wait for the same. Kept in places of their own
 * and not in a Map: one that entries come to and go from all the time is written anew every few of them, V8 chains what
 * it was before to what it is, and all that it held lives until the next full collection.
 */
export class SharedRequests<T> {
  readonly #underWay: (Entry<T>[] | undefined)[] = Array.from({ length: places });
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** The request of this asker for this that is under way, and whether it had to be sent for that. */
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

/** Characters that the place of a text is told from: a hash of all of them costs more than it saves. */
const samples = 32;

function placeOf(text: string): number {
  const step = Math.max(1, Math.floor(text.length / samples));
  let hash = text.length;
  for (let index = text.length - 1; index >= 0; index -= step) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  }
  return hash & (places - 1);
}
