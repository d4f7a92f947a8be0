import type { RequestContext } from "../context.ts";

/** What job handlers get: the platform acting by itself in one subgraph, for one account or for none. */
export interface JobContext {
  contextIn(subgraph: string, ownerId?: string | null): RequestContext;
}
