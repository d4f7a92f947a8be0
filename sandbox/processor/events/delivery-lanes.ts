import { idOf, type StoredEvent } from "../stored-objects.ts";

/** Runs tasks of one lane in order, one at a time, and tasks of different lanes concurrently, up to a maximum. */
export class DeliveryLanes {
  readonly #maxConcurrent: number;
  /** Tasks that wait in each lane; a lane with a running task and no waiting one has an empty list. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  /** Lanes whose next task waits for a place. */
  readonly #ready: string[] = [];
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  /** Adds a task; it must not reject. */
  add(lane: string, task: () => Promise<void>): void {
    const waiting = this.#waiting.get(lane);
    if (waiting) return void waiting.push(task);
    this.#waiting.set(lane, [task]);
    this.#ready.push(lane);
    // Begins in a later tick: the change that caused the event is complete by then.
    queueMicrotask(() => this.#fill());
  }

  /** Resolves when no task is running or queued. */
  settled(): Promise<void> {
    if (this.#waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #fill(): void {
    while (this.#running < this.#maxConcurrent && this.#ready.length > 0) {
      this.#running++;
      void this.#runNext(this.#ready.shift()!);
    }
  }

  async #runNext(lane: string): Promise<void> {
    const waiting = this.#waiting.get(lane)!;
    await waiting.shift()!();
    this.#running--;
    if (waiting.length > 0) this.#ready.push(lane);
    else this.#waiting.delete(lane);
    this.#fill();
    if (this.#waiting.size > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

/** The customer that an event is about, else the payment, else the object itself. */
export function laneOf({ data }: Pick<StoredEvent, "data">): string {
  const { customer, payment_intent: payment, id } = data.object as Record<string, Reference>;
  return idOf(customer) ?? idOf(payment) ?? idOf(id) ?? "";
}

type Reference = string | { id: string } | null | undefined;
