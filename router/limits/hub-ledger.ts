import { parse } from "graphql";
import type { Logger } from "pino";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { LimitLedger } from "../../src/limits/lasting-store.ts";
import { internalCall } from "../internal/internal-client.ts";

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
  ...parts
}: {
  hub: SubgraphExecutor;
  log: Logger;
  publicUrl: string;
}): LimitLedger {
  const callHub = internalCall(hub, parts);
  return {
    record: async (input) => void (await callHub(recordDocument, { input })),
    recall: async (subject) =>
      (await callHub(recallDocument, { subject }))["limitUse"] as Awaited<ReturnType<LimitLedger["recall"]>>,
  };
}
