import type { DocumentNode } from "graphql";
import type { Logger } from "pino";
import { internalPrincipal, type Principal } from "../../src/access/principal.ts";
import { systemClock, type Clock } from "../../src/time/clock.ts";
import { newMeter } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";
import { newId } from "../../src/ids.ts";

/** The request on whose behalf a subgraph is called; absent when the router acts for itself. */
export interface RouterRequest {
  requestId?: string;
  clock?: Clock;
  idempotencyKey?: string;
  /** Who makes the request: what is written for a member commits only while they are one. */
  principal?: Pick<Principal, "membership">;
}

/** Calls a subgraph; returns the data, and throws its refusal. */
export type InternalCall = (
  document: DocumentNode,
  variables?: Record<string, unknown>,
  request?: RouterRequest,
) => Promise<Record<string, unknown>>;

/** Calls a subgraph as the router itself, without an account or app. */
export function internalCall(
  subgraph: SubgraphExecutor,
  { log, publicUrl }: { log: Logger; publicUrl: string },
): InternalCall {
  return async (document, variables = {}, request = {}) => {
    const { requestId = newId("req"), clock = systemClock, idempotencyKey = null, principal } = request;
    const call = {
      principal: { ...internalPrincipal("router"), membership: principal?.membership ?? null },
      requestId,
      appId: null,
      idempotencyKey,
      clock,
      log,
      meter: newMeter(),
      publicUrl,
    };
    const { data, errors } = await subgraph({ document, variables, call });
    if (errors?.[0]) throw subgraphError(errors[0]);
    return data!;
  };
}
