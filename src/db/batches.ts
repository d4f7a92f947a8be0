import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { sqlState } from "./sql.ts";

/** How a batch is run. */
export interface BatchRun {
  /**
   * Lock timeout of a batch that other batches wait for. Null for an item that is retried on its own, which
   * uses the default timeout.
   */
  lockTimeoutMs: number | null;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

const mostTogether = 64;
const lockTimeoutMs = 500;
const lockNotAvailable = "55P03";

/**
 * Runs items of this process one batch at a time: items that arrive while a batch is running go together into
 * the next one, in order of arrival. So any number of callers costs few commits, and a caller without a queue
 * hardly waits.
 *
 * A failed batch is retried item by item, concurrently with the following batches, so that no item fails
 * because of another. `run` must therefore be idempotent, also when the outcome of the first run is unknown.
 */
export class Batches<Item, Result> {
  readonly #run: (items: readonly Item[], options: BatchRun) => Promise<readonly Result[]>;
  /** Who waits, by opened database: entity managers carry the configuration they were opened with. */
  readonly #queues = new WeakMap<object, Waiting<Item, Result>[]>();

  /** `run` answers one result an item, in their order, or throws for all of them. */
  constructor(run: (items: readonly Item[], options: BatchRun) => Promise<readonly Result[]>) {
    this.#run = run;
  }

  /** Runs an item in one of the next batches of the database of `em`. */
  run(em: EntityManager, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = this.#queues.get(em.config);
      if (queue) return void queue.push(waiting);
      const own = [waiting];
      this.#queues.set(em.config, own);
      void this.#drain(own, () => this.#queues.delete(em.config));
    });
  }

  /** Ends in the same tick in which the queue is found empty, so that no item joins a finished queue. */
  async #drain(queue: Waiting<Item, Result>[], end: () => void): Promise<void> {
    do {
      // Items that arrive in the same tick form one batch.
      await nextTurn();
      await this.#runTogether(queue.splice(0, mostTogether));
    } while (queue.length > 0);
    end();
  }

  async #runTogether(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(
        batch.map(({ item }) => item),
        { lockTimeoutMs },
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      const isOwnFault = batch.length === 1 && sqlState(error) !== lockNotAvailable;
      for (const { item, resolve, reject } of batch) {
        if (isOwnFault) reject(error);
        else resolve(this.#runAlone(item));
      }
    }
  }

  async #runAlone(item: Item): Promise<Result> {
    const [result] = await this.#run([item], { lockTimeoutMs: null });
    return result!;
  }
}
