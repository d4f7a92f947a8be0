import type { RequestContext } from "../context.ts";

/** Context of job handlers: the platform acting on its own in one subgraph, for one account or for none. */
export interface JobContext {
  contextIn(subgraph: string, ownerId?: string | null): RequestContext;
}
