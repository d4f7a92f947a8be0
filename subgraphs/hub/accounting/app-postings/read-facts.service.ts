import { inTransaction } from "../../../../src/db/transaction.ts";
import { readCreditMoney } from "../../credits/credit-money.service.ts";
import type { HubContext } from "../../hub.context.ts";
import type { FactPosition, FactQuery, LedgerFact, OpenItem, OpenItemQuery } from "./ledger-source.port.ts";

/** App whose records are the credits of the account, which the hub itself keeps. */
const creditsApp = "central";

/** A page of facts, from the hub or from the app. Outside of transactions, since it may be a request to another process. */
async function readFacts(ctx: HubContext, query: FactQuery): Promise<LedgerFact[]> {
  if (query.appId !== creditsApp) return ctx.ports.ledgerSources.readFacts(ctx, query);
  const { from, to, after, limit } = query;
  return (await creditFacts(ctx))
    .filter((fact) => (from === null || fact.date >= from) && (to === null || fact.date <= to))
    .filter((fact) => after === null || compare(fact, after) > 0)
    .slice(0, limit);
}

/** What is open in an app at the end of a day. */
export function readOpenItems(ctx: HubContext, query: OpenItemQuery): Promise<OpenItem[]> {
  return ctx.ports.ledgerSources.readOpenItems(ctx, query);
}

/** All facts of a query, page by page. */
export async function* factPages(
  ctx: HubContext,
  query: Omit<FactQuery, "after">,
): AsyncGenerator<LedgerFact[], void> {
  let after: FactPosition | null = null;
  for (;;) {
    const page: LedgerFact[] = await readFacts(ctx, { ...query, after });
    if (page.length > 0) yield page;
    if (page.length < query.limit) return;
    const { date, kind, id } = page.at(-1)!;
    after = { date, kind, id };
  }
}

async function creditFacts(ctx: HubContext): Promise<LedgerFact[]> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const { em, principal } = ctx;
  const query = { ownerId: principal.ownerId ?? "", before: today };
  // Without the writes of the request, which do not belong into a transaction that only reads.
  const money = await inTransaction({ em, principal }, (own) => readCreditMoney(own, query), {
    readOnly: true,
  });
  const fact = (kind: string, memo: string) => (moved: (typeof money.purchases)[number]) => {
    const { id, date, currency, amount } = moved;
    const none = { party: null, category: null, item: null, dueOn: null };
    return { kind, id, date, currency, memo, ...none, amounts: { amount } };
  };
  return [
    ...money.purchases.map(fact("credit_purchase", "Credits bought")),
    ...money.refunds.map(fact("credit_purchase_refund", "Refund of credits")),
    ...money.uses.map(fact("credits_used", "Credits used")),
  ].toSorted(compare);
}

function compare(one: FactPosition, two: FactPosition): number {
  const [a, b] = [one, two].map(({ date, kind, id }) => [date, kind, id]) as [string[], string[]];
  const index = a.findIndex((part, place) => part !== b[place]);
  return index < 0 ? 0 : a[index]! < b[index]! ? -1 : 1;
}
