import type { CallContext, RequestContext } from "../context.ts";
import type { OwnData } from "../own-data/own-data.ts";

/** Runs a mutation of a subgraph without a document. */
export type RunMutation = (
  subgraph: string,
  name: string,
  args: Record<string, unknown>,
  call: CallContext,
) => Promise<unknown>;

/** Context of job handlers: the platform acting on its own in one subgraph, for one account or for none. */
export interface JobContext {
  contextIn(subgraph: string, ownerId?: string | null): RequestContext;
  /**
   * Runs a mutation of a subgraph for this call, with arguments as its resolver gets them. Throws what it throws. Absent
   * where the subgraphs run without their graphs.
   */
  runMutation?: RunMutation;
  /** What each subgraph says belongs to an account. */
  ownData: readonly OwnData[];
}
