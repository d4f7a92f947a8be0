import { newMeter } from "../../../../src/context.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../../src/graphql/subgraph-error.ts";
import type { AccountOperations } from "./account-operations.port.ts";

/**
 * Runs operations against the gateway's own graph. The principal is the voice agent: a service account of its owner with the
 * scopes that the owner gave it, so that the graph's rules, prices and audit rows hold as for any other client.
 */
export function createGatewayOperations(execute: SubgraphExecutor): AccountOperations {
  return {
    async run(ctx, { document, variables, appId, agentId, scopes, key }) {
      const { plan, ownerId, invoicerTier, livemode, tiers } = ctx.principal;
      const meter = newMeter();
      const principal = Object.freeze({
        kind: "serviceAccount" as const,
        id: agentId,
        ownerId,
        email: null,
        name: null,
        isAdmin: false,
        plan,
        invoicerTier,
        scopes,
        appIds: [appId],
        livemode,
        ...(tiers ? { tiers } : {}),
      });
      const { requestId, clock, log, publicUrl } = ctx;
      const call = { principal, requestId, appId, idempotencyKey: key, clock, log, publicUrl, meter };
      const result = await execute({ document, variables, call });
      if (result.errors?.[0]) throw subgraphError(result.errors[0]);
      return { data: result.data as Record<string, unknown>, costHundredths: meter.chargedHundredths };
    },
  };
}
