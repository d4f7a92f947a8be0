import type { EntityManager } from "@mikro-orm/postgresql";
import DataLoader from "dataloader";
import { openTransaction } from "./transaction.ts";

/** Most items of one statement. */
const mostTogether = 64;

/** Runs one item; items of the same tick run together. */
export type Gathered<Item, Result> = (em: EntityManager, item: Item) => Promise<Result>;

/**
 * Merges equal work of one tick into one statement: many users of a transaction that each need a row of their own cost
 * one round trip, and one statement for the server to bind and run. Per transaction; outside of one, per database. `run`
 * returns one result per item, in their order. Its statement is sent at the end of the tick, after statements that do not
 * wait for it.
 */
export function gather<Item, Result>(
  run: (em: EntityManager, items: readonly Item[]) => Promise<readonly Result[]>,
): Gathered<Item, Result> {
  // On the transaction itself: the collector of young objects lets no value of a lasting weak map go.
  const slot = Symbol("loader");
  return (em, item) => {
    const open = openTransaction(em);
    const scope = (open ?? em.config) as { [slot]?: DataLoader<Item, Result> };
    let loader = scope[slot];
    if (!loader) {
      const load = async (items: readonly Item[]) => run(open ?? em, items);
      loader = new DataLoader(load, { cache: false, maxBatchSize: mostTogether });
      Object.defineProperty(scope, slot, { value: loader });
    }
    return loader.load(item);
  };
}
