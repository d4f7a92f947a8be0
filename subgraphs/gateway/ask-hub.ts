import type { DocumentNode } from "graphql";
import { internalPrincipal } from "../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";

/**
 * Asks the hub, as the platform itself, for the account of the call. Answers the data; throws the hub's refusal. An
 * `idempotencyKey` is one of ours: that of the caller stays in this subgraph.
 */
export async function askHub(
  hub: SubgraphExecutor,
  document: DocumentNode,
  input: Record<string, unknown>,
  call: CallContext,
  idempotencyKey: string | null = null,
): Promise<Record<string, unknown>> {
  const result = await hub({ document, variables: { input }, call: internalCall(call, idempotencyKey) });
  if (result.errors?.[0]) throw subgraphError(result.errors[0]);
  return result.data as Record<string, unknown>;
}

/** Field by field: what else a request's context carries (its transaction's hooks, its meter) stays in its subgraph. */
function internalCall(call: CallContext, idempotencyKey: string | null): CallContext {
  return {
    principal: internalPrincipal("gateway", call.principal.ownerId),
    requestId: call.requestId,
    appId: null,
    idempotencyKey,
    clock: call.clock,
    log: call.log,
    meter: newMeter(),
    publicUrl: call.publicUrl,
  };
}
