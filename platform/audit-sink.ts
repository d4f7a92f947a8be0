import { parse } from "graphql";
import type { PendingEntry } from "../src/access/audit-relay.ts";
import type { CallContext } from "../src/context.ts";
import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";
import { subgraphError } from "../src/graphql/subgraph-error.ts";

const document = parse(
  "mutation ChainAuditEntries($input: ChainAuditEntriesInput!) { chainAuditEntries(input: $input) }",
);

/** Hands audit rows of `subgraph` to the platform's trail, which the hub keeps. Throws when it does not take them. */
export async function sendToTrail(
  hub: SubgraphExecutor,
  { subgraph, entries, call }: { subgraph: string; entries: readonly PendingEntry[]; call: CallContext },
): Promise<void> {
  const result = await hub({ document, variables: { input: { subgraph, entries } }, call });
  if (result.errors?.[0]) throw subgraphError(result.errors[0]);
}
