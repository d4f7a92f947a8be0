import { parse } from "graphql";
import { newMeter } from "../../../src/context.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../src/graphql/subgraph-error.ts";
import type { PayrollSource } from "./payroll-source.port.ts";

const document = parse(/* GraphQL */ `
  query ExportedPayroll($input: ExportedPayrollInput!) {
    exportedPayroll(input: $input)
  }
`);

/** Adapter that asks the gateway as the caller: the payroll app's own rules decide what they may read. */
export function createPayrollSource(gateway: () => SubgraphExecutor): PayrollSource {
  return {
    readPayroll: async ({ principal, requestId, clock, log, publicUrl, actor, signal }, input) => {
      const call = {
        principal,
        requestId,
        appId: "payroll",
        idempotencyKey: null,
        clock,
        log,
        meter: newMeter(),
        publicUrl,
        ...(actor === undefined ? {} : { actor }),
        ...(signal ? { signal } : {}),
      };
      const result = await gateway()({ document, variables: { input }, call });
      if (result.errors?.[0]) throw subgraphError(result.errors[0]);
      return result.data!["exportedPayroll"] as Record<string, unknown>;
    },
  };
}
