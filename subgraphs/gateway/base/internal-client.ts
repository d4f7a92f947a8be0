import type { DocumentNode } from "graphql";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../../src/context.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../src/graphql/subgraph-error.ts";

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
  return askHubIn(hub, { document, variables: { input }, idempotencyKey, appId: null }, call);
}

/** A question that acts in one app, or in none. */
export interface HubQuestion {
  document: DocumentNode;
  variables: Record<string, unknown>;
  appId: string | null;
  idempotencyKey?: string | null;
}

/**
 * As `askHub`, with variables of any name, in an app: what is not open to that app does not exist for it. What the account's
 * plan bounds is bounded here too.
 */
export async function askHubIn(
  hub: SubgraphExecutor,
  { document, variables, appId, idempotencyKey = null }: HubQuestion,
  call: CallContext,
): Promise<Record<string, unknown>> {
  const { plan, tiers } = call.principal;
  const own = internalCall(call, idempotencyKey);
  const principal = { ...own.principal, plan, ...(tiers ? { tiers } : {}) };
  const result = await hub({ document, variables, call: { ...own, principal, appId } });
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
