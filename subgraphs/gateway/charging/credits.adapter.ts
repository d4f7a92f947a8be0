import { parse } from "graphql";
import type { CreditsPort } from "../../../src/access/charge.ts";
import type { CallContext } from "../../../src/context.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { toMajor, toMinor } from "../../../src/money.ts";
import { askHub } from "../ask-hub.ts";

const creditDecimals = 2;

const holdDocument = parse(
  "mutation HoldOperation($input: HoldOperationInput!) { holdOperationCredits(input: $input) { holdId amount } }",
);
const settleDocument = parse(
  "mutation SettleHold($input: SettleHoldInput!) { settleOperationHold(input: $input) { charged balance } }",
);

/** The hub's ledger, asked through the hub subgraph as the platform itself, for the account of the call. */
export function createHubCredits(hub: SubgraphExecutor): CreditsPort {
  const settle = async (
    call: CallContext,
    input: { holdId: string; outcome: "capture" | "release"; amount?: number },
  ) => {
    const data = await askHub(hub, settleDocument, input, call);
    return data["settleOperationHold"] as { charged: number; balance: number };
  };
  return {
    hold: async (call, request) => {
      const { operation, appId, key, units = 1 } = request;
      const input = { operation, appId, key, units };
      const data = await askHub(hub, holdDocument, input, call);
      const held = data["holdOperationCredits"] as { holdId: string | null; amount: number };
      return { holdId: held.holdId, amountHundredths: toMinor(held.amount, creditDecimals) };
    },
    capture: async (call, holdId, amountHundredths) => {
      const part =
        amountHundredths === undefined ? {} : { amount: toMajor(amountHundredths, creditDecimals) };
      const { charged, balance } = await settle(call, { holdId, outcome: "capture", ...part });
      return {
        chargedHundredths: toMinor(charged, creditDecimals),
        balanceHundredths: toMinor(balance, creditDecimals),
      };
    },
    release: async (call, holdId) => {
      await settle(call, { holdId, outcome: "release" });
    },
  };
}
