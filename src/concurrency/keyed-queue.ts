import type { DomainError } from "../errors.ts";

/** A task that competes with others for the same key. */
export interface QueuedTask<T> {
  /** Runs the task. It may call `decided` as soon as the waiting tasks can be checked; else they wait for its end. */
  run(decided: () => void): Promise<T>;
  /** The refusal that every task of this key would get now, or null. One check decides for all waiting tasks. */
  recheck(): Promise<DomainError | null>;
  /** Refuses this task with the given error. */
  refuse(refusal: DomainError): Promise<T>;
}

interface Waiting {
  call: QueuedTask<unknown>;
  resolve(answer: Promise<unknown>): void;
}

/**
 * Per-key queue: runs one task per key at a time in this process. When a task is decided, one recheck decides for all waiting
 * tasks: either all are refused, or the first of them runs next. So when many requests race for one resource, only the
 * winner does the expensive work. Other processes are serialized by the database.
 */
export class KeyedQueue {
  readonly #waiting = new Map<string, Waiting[]>();

  /** Runs the task when it is first in the queue of `place`. Tasks of one place have the same result of `recheck`. */
  take<T>(place: string, call: QueuedTask<T>): Promise<T> {
    const queue = this.#waiting.get(place);
    if (queue) return new Promise((resolve) => queue.push({ call, resolve: resolve as Waiting["resolve"] }));
    this.#waiting.set(place, []);
    return this.#run(place, call);
  }

  async #run<T>(place: string, call: QueuedTask<T>): Promise<T> {
    let isDecided = false;
    const decided = () => {
      if (!isDecided) this.#next(place);
      isDecided = true;
    };
    try {
      return await call.run(decided);
    } finally {
      decided();
    }
  }

  #next(place: string): void {
    const group = this.#waiting.get(place)!.splice(0);
    if (group.length === 0) this.#waiting.delete(place);
    else void this.#decide(place, group);
  }

  async #decide(place: string, group: Waiting[]): Promise<void> {
    const [first, ...others] = group as [Waiting, ...Waiting[]];
    // A failing recheck rejects no task: running the task reports the cause.
    const refusal = await first.call.recheck().catch(() => null);
    if (refusal) {
      for (const { call, resolve } of group) resolve(call.refuse(refusal));
      return this.#next(place);
    }
    this.#waiting.get(place)!.unshift(...others);
    first.resolve(this.#run(place, first.call));
  }
}
