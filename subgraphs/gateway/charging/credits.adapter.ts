import { parse, type DocumentNode } from "graphql";
import type { CreditsPort } from "../../../src/access/charge.ts";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../../src/context.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../src/graphql/subgraph-error.ts";
import { toMinor } from "../../../src/money.ts";

const creditDecimals = 2;

const holdDocument = parse(
  "mutation HoldOperation($input: HoldOperationInput!) { holdOperationCredits(input: $input) { holdId amount } }",
);
const settleDocument = parse(
  "mutation SettleHold($input: SettleHoldInput!) { settleOperationHold(input: $input) { charged balance } }",
);

/** The hub's ledger, asked through the hub subgraph as the platform itself, for the account of the call. */
export function createHubCredits(hub: SubgraphExecutor): CreditsPort {
  const settle = async (call: CallContext, holdId: string, outcome: "capture" | "release") => {
    const data = await run(hub, settleDocument, { holdId, outcome }, call);
    return data["settleOperationHold"] as { charged: number; balance: number };
  };
  return {
    hold: async (call, request) => {
      const input = { operation: request.operation, appId: request.appId, key: request.key };
      const data = await run(hub, holdDocument, input, call);
      const held = data["holdOperationCredits"] as { holdId: string | null; amount: number };
      return { holdId: held.holdId, amountHundredths: toMinor(held.amount, creditDecimals) };
    },
    capture: async (call, holdId) => {
      const { charged, balance } = await settle(call, holdId, "capture");
      return {
        chargedHundredths: toMinor(charged, creditDecimals),
        balanceHundredths: toMinor(balance, creditDecimals),
      };
    },
    release: async (call, holdId) => {
      await settle(call, holdId, "release");
    },
  };
}

async function run(
  hub: SubgraphExecutor,
  document: DocumentNode,
  input: Record<string, unknown>,
  call: CallContext,
): Promise<Record<string, unknown>> {
  const result = await hub({ document, variables: { input }, call: internalCall(call) });
  if (result.errors?.[0]) throw subgraphError(result.errors[0]);
  return result.data as Record<string, unknown>;
}

/** Field by field: what else a request's context carries (its transaction's hooks, its meter) stays in its subgraph. */
function internalCall(call: CallContext): CallContext {
  return {
    principal: internalPrincipal("gateway", call.principal.ownerId),
    requestId: call.requestId,
    appId: null,
    idempotencyKey: null,
    clock: call.clock,
    log: call.log,
    meter: newMeter(),
    publicUrl: call.publicUrl,
  };
}
