import type { DomainError } from "../errors.ts";

/** A call that wants what others may want at the same time. */
export interface TurnCall<T> {
  /** Does it. */
  run(): Promise<T>;
  /** The refusal that all who want the same would meet now, or null. Asked on behalf of everybody who waits. */
  look(): Promise<DomainError | null>;
  /** Refuses this call with it. */
  refuse(refusal: DomainError): Promise<T>;
}

interface Waiting {
  call: TurnCall<unknown>;
  resolve(answer: Promise<unknown>): void;
}

/**
 * Lets those of this process who want the same do it one after the other. Who comes while somebody is at it waits; when
 * that one is done, one look decides about all who wait: either all are refused, or the first of them is next. So of many who
 * race for one thing only the first does the work of having it. Who wants it in another process is kept apart by the database.
 */
export class Turns {
  readonly #waiting = new Map<string, Waiting[]>();

  /** Does the call when its turn has come. `place` names what is wanted: calls of one place answer `look` alike. */
  take<T>(place: string, call: TurnCall<T>): Promise<T> {
    const queue = this.#waiting.get(place);
    if (queue) return new Promise((resolve) => queue.push({ call, resolve: resolve as Waiting["resolve"] }));
    this.#waiting.set(place, []);
    return this.#run(place, call);
  }

  async #run<T>(place: string, call: TurnCall<T>): Promise<T> {
    try {
      return await call.run();
    } finally {
      this.#next(place);
    }
  }

  #next(place: string): void {
    const group = this.#waiting.get(place)!.splice(0);
    if (group.length === 0) this.#waiting.delete(place);
    else void this.#decide(place, group);
  }

  async #decide(place: string, group: Waiting[]): Promise<void> {
    const [first, ...others] = group as [Waiting, ...Waiting[]];
    // Whose look fails is told why by doing it.
    const refusal = await first.call.look().catch(() => null);
    if (refusal) {
      for (const { call, resolve } of group) resolve(call.refuse(refusal));
      return this.#next(place);
    }
    this.#waiting.get(place)!.unshift(...others);
    first.resolve(this.#run(place, first.call));
  }
}
