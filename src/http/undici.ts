import { createRequire } from "node:module";
import type { Agent } from "undici";

export type Undici = typeof import("undici");

const require = createRequire(import.meta.url);

/** The HTTP client. It is loaded at the first request that a process sends: many send none. */
export function loadUndici(): Undici {
  return require("undici") as Undici;
}

/** `request` of undici. */
export const request: Undici["request"] = (...given) => loadUndici().request(...given);

/** Connections that are made at their first use. */
export interface LazyAgent {
  get(): Agent;
  /** Waits for running requests; later ones fail. */
  close(): Promise<void>;
  /** Ends running requests; later ones fail. */
  destroy(): Promise<void>;
}

/** Makes an agent, once, when it is first used. */
export function lazyAgent(make: (undici: Undici) => Agent): LazyAgent {
  let agent: Agent | undefined;
  let isClosed = false;
  return {
    get() {
      if (!agent) {
        agent = make(loadUndici());
        if (isClosed) void agent.destroy();
      }
      return agent;
    },
    async close() {
      isClosed = true;
      await agent?.close();
    },
    async destroy() {
      isClosed = true;
      await agent?.destroy();
    },
  };
}
