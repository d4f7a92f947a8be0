import { parse, type DocumentNode } from "graphql";
import type { Logger } from "pino";
import { internalPrincipal } from "../../src/access/principal.ts";
import { systemClock } from "../../src/clock.ts";
import { newMeter } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";
import { newId } from "../../src/ids.ts";
import type { LimitLedger } from "../../src/limits/lasting-store.ts";

const recordDocument = parse(
  "mutation RecordLimitUse($input: RecordLimitUseInput!) { recordLimitUse(input: $input) }",
);
const recallDocument = parse(/* GraphQL */ `
  query LimitUse($subject: String!) {
    limitUse(subject: $subject) {
      counts {
        counter
        used
      }
      stamps {
        counter
        at
        units
      }
    }
  }
`);

/** The record of counted use that the hub keeps. */
export function createHubLedger({
  hub,
  log,
  publicUrl,
}: {
  hub: SubgraphExecutor;
  log: Logger;
  publicUrl: string;
}): LimitLedger {
  const ask = async (document: DocumentNode, variables: Record<string, unknown>) => {
    const result = await hub({
      document,
      variables,
      call: {
        principal: internalPrincipal("router"),
        requestId: newId("req"),
        appId: null,
        idempotencyKey: null,
        clock: systemClock,
        log,
        meter: newMeter(),
        publicUrl,
      },
    });
    if (result.errors?.[0]) throw subgraphError(result.errors[0]);
    return result.data!;
  };
  return {
    record: async (input) => void (await ask(recordDocument, { input })),
    recall: async (subject) =>
      (await ask(recallDocument, { subject }))["limitUse"] as Awaited<ReturnType<LimitLedger["recall"]>>,
  };
}
