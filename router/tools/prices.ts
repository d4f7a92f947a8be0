import type { CallContext } from "../../src/context.ts";
import { newMeter } from "../../src/context.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { runOperation } from "../calls/run-operation.ts";
import type { ToolEntry } from "./tool.types.ts";

/** The price of a tool call: the row of the price list, and its credits, null when they are not available now. */
export interface Price {
  operation: string;
  credits: number | null;
}

export interface Prices {
  /** The price of a tool; null when it is free. It may be a minute old, unless `isFresh` reloads the price list. */
  of(
    entry: Pick<ToolEntry, "operation" | "app">,
    call: CallContext,
    options?: { isFresh?: boolean },
  ): Promise<Price | null>;
}

/** Prices change by hand and seldom. */
const keepMs = 60_000;

/** Prices as the price list has them, remembered for a minute. */
export function createPrices(registry: OperationRegistry, executor: GraphExecutor): Prices {
  const known = new Map<string, { credits: number | null; until: number }>();
  const lookUp = registry.get("OperationCost");
  const read = async (operation: string, appId: string, call: CallContext): Promise<number | null> => {
    if (!lookUp) return null;
    const door = { input: { operation, appId }, faults: [] };
    // The question is the platform's own: it costs nothing and shows in no header.
    const own = { ...call, idempotencyKey: null, appId: null, meter: newMeter() };
    const price = (await runOperation(executor, lookUp, door, own).catch((err: unknown) => {
      call.log.warn({ err, operation }, "a price could not be read");
      return null;
    })) as { cost: number; enabled: boolean } | null;
    return price === null ? null : price.enabled ? price.cost : 0;
  };
  return {
    of: async ({ operation, app }, call, { isFresh = false } = {}) => {
      const { cost } = operation.access;
      if (cost === undefined) return null;
      const key = `${app} ${cost}`;
      const now = call.clock.now().getTime();
      let entry = known.get(key);
      if (isFresh || !entry || entry.until <= now || entry.until > now + keepMs) {
        entry = { credits: await read(cost, app, call), until: now + keepMs };
        if (entry.credits !== null) known.set(key, entry);
      }
      return { operation: cost, credits: entry.credits };
    },
  };
}
