import { newSid } from "./carrier-state.ts";

/** A call that waits in a queue. */
export interface QueuePlace {
  queueSid: string;
  /** Resolves once a person has taken the call. */
  taken: Promise<true>;
  /** 1 is the next; 0 for a call that has left. */
  position(): number;
  size(): number;
  leave(): void;
}

interface Waiting {
  take(): void;
}

/** Queues of the stand-in's calls, by their name. */
export class QueueHall {
  readonly #queues = new Map<string, { sid: string; waiting: Waiting[] }>();

  join(name: string): QueuePlace {
    const queue = this.#queue(name);
    const { promise, resolve } = Promise.withResolvers<true>();
    const own: Waiting = { take: () => resolve(true) };
    queue.waiting.push(own);
    return {
      queueSid: queue.sid,
      taken: promise,
      position: () => queue.waiting.indexOf(own) + 1,
      size: () => queue.waiting.length,
      leave: () => {
        const at = queue.waiting.indexOf(own);
        if (at >= 0) queue.waiting.splice(at, 1);
      },
    };
  }

  /** Connects the first caller; false where nobody waits. */
  takeFirst(name: string): boolean {
    const first = this.#queue(name).waiting.shift();
    first?.take();
    return first !== undefined;
  }

  #queue(name: string): { sid: string; waiting: Waiting[] } {
    const queue = this.#queues.get(name) ?? { sid: newSid("QU"), waiting: [] };
    this.#queues.set(name, queue);
    return queue;
  }
}
