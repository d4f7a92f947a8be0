import { parse } from "graphql";
import { internalCallFrom } from "../../../src/internal-call.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../src/graphql/subgraph-error.ts";
import type { AutoReloads } from "./auto-reloads.port.ts";

const document = parse(/* GraphQL */ `
  query AutoReloadIsOn {
    autoReloadIsOn
  }
`);

/** Adapter that asks the gateway as the internal principal, for the account of the call. */
export function createGatewayAutoReloads(gateway: () => SubgraphExecutor): AutoReloads {
  return {
    isOn: async (call) => {
      const result = await gateway()({ document, variables: {}, call: internalCallFrom("hub", call) });
      if (result.errors?.[0]) throw subgraphError(result.errors[0]);
      return result.data!["autoReloadIsOn"] as boolean;
    },
  };
}
