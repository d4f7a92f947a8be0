import { inTransaction } from "../../../src/db/transaction.ts";
import { ownerOf, type GatewayContext } from "../base/gateway.context.ts";
import type { LedgerFact, LedgerSource, OpenItem } from "../base/ledger-source.ts";
import type { LedgerFactsInput, LedgerOpenItemsInput } from "./ledger-facts.types.ts";

/** A page of an app's facts in the order of date, kind and ID; none of an app that keeps no money. */
export async function readLedgerFacts(ctx: GatewayContext, input: LedgerFactsInput): Promise<LedgerFact[]> {
  const { from = null, to = null, changedSince = null, after = null, limit } = input;
  const source = sourceOf(ctx, input.appId);
  if (!source) return [];
  const query = { from, to, changedSince, after, limit };
  return inTransaction(ctx, (em) => source.readFacts(em, ownerOf(ctx), query), { readOnly: true });
}

/** What is open in an app at the end of a day. */
export async function readLedgerOpenItems(
  ctx: GatewayContext,
  { appId, asOf, currency, limit }: LedgerOpenItemsInput,
): Promise<OpenItem[]> {
  const source = sourceOf(ctx, appId);
  if (!source) return [];
  const query = { asOf, currency, limit };
  return inTransaction(ctx, (em) => source.readOpenItems(em, ownerOf(ctx), query), { readOnly: true });
}

function sourceOf({ ports }: GatewayContext, appId: string): LedgerSource | undefined {
  return ports.ledgerSources.find((source) => source.appId === appId);
}
