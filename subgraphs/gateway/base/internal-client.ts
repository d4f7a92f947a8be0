import type { DocumentNode } from "graphql";
import type { CallContext } from "../../../src/context.ts";
import { internalCallFrom } from "../../../src/internal-call.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../src/graphql/subgraph-error.ts";

/**
 * Sends a request to the hub as the internal principal, for the account of the call. Returns the data; rethrows the
 * hub's error. `idempotencyKey` is an internal key: the client's key stays in this subgraph.
 */
export async function callHub(
  hub: SubgraphExecutor,
  document: DocumentNode,
  input: Record<string, unknown>,
  call: CallContext,
  { idempotencyKey = null, isFenced = false }: { idempotencyKey?: string | null; isFenced?: boolean } = {},
): Promise<Record<string, unknown>> {
  return callHubIn(hub, { document, variables: { input }, idempotencyKey, appId: null, isFenced }, call);
}

/** Request to the hub, in one app or none. */
export interface HubQuestion {
  document: DocumentNode;
  variables: Record<string, unknown>;
  appId: string | null;
  idempotencyKey?: string | null;
  /** True for a write before the effect: for a member, it commits only while they are one. */
  isFenced?: boolean;
}

/**
 * Like `callHub`, with free variables and within an app, so objects of other apps are not found. Plan limits of the
 * account apply.
 */
export async function callHubIn(
  hub: SubgraphExecutor,
  { document, variables, appId, idempotencyKey = null, isFenced = false }: HubQuestion,
  call: CallContext,
): Promise<Record<string, unknown>> {
  const { plan, tiers, membership } = call.principal;
  const own = internalCallFrom("gateway", call, idempotencyKey);
  const principal = {
    ...own.principal,
    plan,
    ...(tiers ? { tiers } : {}),
    ...(isFenced && membership ? { membership } : {}),
  };
  const result = await hub({ document, variables, call: { ...own, principal, appId } });
  if (result.errors?.[0]) throw subgraphError(result.errors[0]);
  return result.data as Record<string, unknown>;
}
