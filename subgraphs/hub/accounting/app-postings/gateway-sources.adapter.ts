import { parse } from "graphql";
import type { CallContext } from "../../../../src/context.ts";
import { internalCallFrom } from "../../../../src/internal-call.ts";
import type { SubgraphExecutor, SubgraphRequest } from "../../../../src/graphql/local-executor.ts";
import { subgraphError } from "../../../../src/graphql/subgraph-error.ts";
import type { LedgerFact, LedgerSources, OpenItem } from "./ledger-source.port.ts";

const factsDocument = parse(/* GraphQL */ `
  query LedgerFacts($input: LedgerFactsInput!) {
    ledgerFacts(input: $input) {
      kind
      id
      date
      currency
      memo
      party
      category
      amounts
      item
      dueOn
    }
  }
`);
const openItemsDocument = parse(/* GraphQL */ `
  query LedgerOpenItems($input: LedgerOpenItemsInput!) {
    ledgerOpenItems(input: $input) {
      control
      id
      label
      party
      openMinor
    }
  }
`);

/** Adapter that asks the gateway as the internal principal, for the account of the call. */
export function createGatewaySources(gateway: () => SubgraphExecutor): LedgerSources {
  const ask = async (call: CallContext, document: SubgraphRequest["document"], input: object) => {
    const result = await gateway()({ document, variables: { input }, call: internalCallFrom("hub", call) });
    if (result.errors?.[0]) throw subgraphError(result.errors[0]);
    return result.data as Record<string, unknown>;
  };
  return {
    readFacts: async (call, query) => {
      const changedSince = query.changedSince?.toISOString() ?? null;
      const data = await ask(call, factsDocument, { ...query, changedSince });
      return data.ledgerFacts as LedgerFact[];
    },
    readOpenItems: async (call, query) =>
      (await ask(call, openItemsDocument, query)).ledgerOpenItems as OpenItem[],
  };
}
