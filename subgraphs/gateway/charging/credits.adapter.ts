import { parse } from "graphql";
import type { Charge, CreditsPort } from "../../../src/access/charge.ts";
import type { CallContext } from "../../../src/context.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { toMajor, toMinor } from "../../../src/money.ts";
import { callHub, callHubIn } from "../base/internal-client.ts";

const creditDecimals = 2;

const holdDocument = parse(
  "mutation HoldOperation($input: HoldOperationInput!) { holdOperationCredits(input: $input) { holdId amount } }",
);
const settleDocument = parse(
  "mutation SettleHold($input: SettleHoldInput!) { settleOperationHold(input: $input) { charged balance } }",
);
const chargeDocument = parse(
  "mutation ChargeOperation($input: ChargeOperationInput!) { chargeOperationCredits(input: $input) { charged balance } }",
);

const priceDocument = parse(
  "query OperationPrice($appId: ID!, $operation: String!) { operationCost(appId: $appId, operation: $operation) { cost enabled } }",
);

/** Credit ledger of the hub, reached through its subgraph as the internal principal, for the account of the call. */
export function createHubCredits(hub: SubgraphExecutor): CreditsPort {
  const settle = async (
    call: CallContext,
    input: { holdId: string; outcome: "capture" | "release"; amount?: number },
  ): Promise<Charge> => {
    const data = await callHub(hub, settleDocument, input, call);
    return toCharge(data["settleOperationHold"]);
  };
  return {
    hold: async (call, request) => {
      const { operation, appId, key, units = 1 } = request;
      const input = { operation, appId, key, units };
      const data = await callHub(hub, holdDocument, input, call, { isFenced: true });
      const held = data["holdOperationCredits"] as { holdId: string | null; amount: number };
      return { holdId: held.holdId, amountHundredths: toMinor(held.amount, creditDecimals) };
    },
    capture: async (call, holdId, amountHundredths) => {
      const part =
        amountHundredths === undefined ? {} : { amount: toMajor(amountHundredths, creditDecimals) };
      return settle(call, { holdId, outcome: "capture", ...part });
    },
    release: async (call, holdId) => {
      await settle(call, { holdId, outcome: "release" });
    },
    price: async (call, variables) => {
      const data = await callHubIn(hub, { document: priceDocument, variables, appId: null }, call);
      const { cost, enabled } = data["operationCost"] as { cost: number; enabled: boolean };
      return enabled ? toMinor(cost, creditDecimals) : 0;
    },
    charge: async (call, { operation, appId }) => {
      const data = await callHub(hub, chargeDocument, { operation, appId }, call, { isFenced: true });
      return toCharge(data["chargeOperationCredits"]);
    },
  };
}

function toCharge(settled: unknown): Charge {
  const { charged, balance } = settled as { charged: number; balance: number | null };
  return {
    chargedHundredths: toMinor(charged, creditDecimals),
    balanceHundredths: balance === null ? null : toMinor(balance, creditDecimals),
  };
}
