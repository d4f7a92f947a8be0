import type { Deadlines, Due, DuePlace } from "../concurrency/deadlines.ts";

/** Receives how a request ended, once. */
export interface Outcome<T> {
  succeed(answer: T): void;
  fail(error: Error): void;
}

/** A request that was sent. */
export interface Sent<T> {
  /** To be called once. */
  listen(outcome: Outcome<T>): void;
  /** Cancels the request: no waiter is left, or its deadline has passed. */
  cancel(reason: Error): void;
}

/** A running request that several callers wait for. It is cancelled when the last of them leaves. */
export class SharedRequest<T> implements Outcome<T>, Due {
  readonly #sent: Sent<T>;
  readonly #deadlines: Deadlines;
  readonly #place: DuePlace;
  readonly #waiters: Outcome<T>[] = [];
  #waiting = 0;
  #ended: { answer: T } | { error: Error } | null = null;
  isCancelled = false;
  /** Called when it has ended. */
  whenEnded: (() => void) | null = null;

  /** Nobody waits beyond the deadline. */
  constructor(sent: Sent<T>, deadlines: Deadlines) {
    this.#sent = sent;
    this.#deadlines = deadlines;
    this.#place = deadlines.add(this);
    sent.listen(this);
  }

  succeed(answer: T): void {
    if (!this.#end({ answer })) return;
    for (const waiter of this.#waiters) waiter.succeed(answer);
  }

  fail(error: Error): void {
    if (!this.#end({ error })) return;
    for (const waiter of this.#waiters) waiter.fail(error);
  }

  expire(): void {
    this.#cancel(new Error(`There was no answer within ${this.#deadlines.ms} ms.`));
  }

  /** The answer. One who goes (`signal`) gets the reason of going, and leaves it to the others. */
  wait(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const ended = this.#ended;
      if (ended) return "error" in ended ? reject(ended.error) : resolve(ended.answer);
      if (!signal) return void this.#waiters.push({ succeed: resolve, fail: reject });
      const leave = () => {
        reject(signal.reason as Error);
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#cancel(signal.reason as Error);
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      const stay = () => signal.removeEventListener("abort", leave);
      this.#waiters.push({
        succeed: (answer) => {
          stay();
          resolve(answer);
        },
        fail: (error) => {
          stay();
          reject(error);
        },
      });
    });
  }

  #end(ended: { answer: T } | { error: Error }): boolean {
    if (this.#ended) return false;
    this.#ended = ended;
    this.#deadlines.done(this.#place);
    this.whenEnded?.();
    return true;
  }

  #cancel(reason: Error): void {
    this.isCancelled = true;
    this.#sent.cancel(reason);
  }
}

/** What makes two requests the same. */
export interface Question {
  /** The principal, and everything else on which the response depends. */
  asker: string;
  /** Writes that were answered before: a later read does not join an earlier one. */
  writes: number;
  document: string;
  variables: string;
}

interface Entry<T> extends Question {
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
  readonly #deadlines: Deadlines;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** The running request for the same, and whether it had to be sent now. */
  join(question: Question, send: () => Sent<T>): { request: SharedRequest<T>; isFirst: boolean } {
    const entries = (this.#underWay[placeOf(question)] ??= []);
    const known = entries.findIndex((entry) => isSame(entry, question));
    const sameNow = entries[known]?.request;
    if (sameNow && !sameNow.isCancelled) return { request: sameNow, isFirst: false };
    if (sameNow) entries.splice(known, 1);
    const request = new SharedRequest(send(), this.#deadlines);
    const forget = (): void => {
      const place = entries.findIndex((entry) => entry.request === request);
      if (place >= 0) entries.splice(place, 1);
    };
    request.whenEnded = forget;
    entries.push({ ...question, request });
    return { request, isFirst: true };
  }
}

function isSame(one: Question, other: Question): boolean {
  return (
    one.variables === other.variables &&
    one.document === other.document &&
    one.writes === other.writes &&
    one.asker === other.asker
  );
}

/** Number of characters that select a text's slot: hashing all of them costs more than it saves. */
const samples = 32;

function placeOf({ document, variables: text }: Question): number {
  const step = Math.max(1, Math.floor(text.length / samples));
  let hash = Math.imul(text.length, 31) + document.length;
  for (let index = text.length - 1; index >= 0; index -= step) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  }
  return hash & (places - 1);
}
