import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toShown } from "../amounts.ts";
import type { PriceSource } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { micro, priceAfterSplits, valueOf } from "./holding-value.ts";
import type { HoldingList, HoldingsArgs, SecurityHolding } from "./investment.types.ts";
import { holdingOf, type LotTrade, type StockSplit } from "./lots.ts";
import { splitsBySecurity } from "./split-rows.service.ts";

interface StoredHolding {
  accountId: string;
  securityId: string;
  symbol: string;
  currency: string;
  trades: LotTrade[];
  /** Every trade has a price of its day. */
  price: { price: number; date: string; source: PriceSource; fetchedAt: string | null };
}

/**
 * Holdings of the principal's accounts by security at the end of a day, without positions that were sold completely.
 */
export function listHoldings(ctx: FinanceContext, { accountId, asOf }: HoldingsArgs): Promise<HoldingList> {
  const read = async (em: EntityManager) => {
    const date = asOf ?? (await daysOf(em, ctx)).today;
    const sql = `SELECT t.account_id AS "accountId", t.security_id AS "securityId", s.symbol, s.currency,
        jsonb_agg(jsonb_build_object('id', t.id, 'side', t.side, 'date', t.date, 'quantity', t.quantity,
          'amount', t.amount, 'lots', t.lots, 'acquiredOn', t.acquired_on) ORDER BY t.date, t.id) AS trades,
        (SELECT jsonb_build_object('price', p.price, 'date', p.date, 'source', p.source, 'fetchedAt', p.fetched_at) FROM finance_prices AS p
         WHERE p.security_id = t.security_id AND p.date <= $3 ORDER BY p.date DESC LIMIT 1) AS price
      FROM finance_trades AS t JOIN finance_securities AS s ON s.id = t.security_id
      WHERE t.owner_id = $1 AND ($2::text IS NULL OR t.account_id = $2) AND t.date <= $3
        AND t.side <> 'dividend'
      GROUP BY t.account_id, t.security_id, s.symbol, s.currency ORDER BY s.symbol, t.account_id`;
    const found = await executeSql<StoredHolding>(em, sql, [ownerOf(ctx), accountId ?? null, date]);
    const splits = await splitsBySecurity(em, ctx, date);
    const present = (stored: StoredHolding) =>
      presentHolding(stored, splits.get(stored.securityId) ?? [], date);
    return { asOf: date, holdings: found.flatMap(present) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function presentHolding(
  { trades, price, ...facts }: StoredHolding,
  splits: readonly StockSplit[],
  asOf: string,
): SecurityHolding[] {
  // The quantity sold on these days was available: later trades do not reduce it.
  const { quantity, basis } = holdingOf(trades, { splits })!;
  if (quantity === 0) return [];
  const { currency } = facts;
  const unitPrice = priceAfterSplits(price, splits, asOf);
  const value = valueOf(quantity, unitPrice, currency);
  return [
    {
      ...facts,
      quantity: quantity / micro,
      basis: toShown(basis, currency),
      price: unitPrice / micro,
      priceDate: price.date,
      priceSource: price.source,
      priceFetchedAt: price.fetchedAt === null ? null : new Date(price.fetchedAt),
      value: toShown(value, currency),
      gain: toShown(value - basis, currency),
    },
  ];
}
