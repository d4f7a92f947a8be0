import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { splitsBySecurity } from "./split-rows.service.ts";
import type { DatedPrice, DatedQuantity, Position } from "./holding-value.ts";

export interface AccountPosition extends Position {
  accountId: string;
  securityId: string;
}

/** Trades of the principal's accounts up to a day, by account and security, with prices up to that day. */
export async function positionsOf(
  em: EntityManager,
  ctx: FinanceContext,
  to: string,
): Promise<AccountPosition[]> {
  const ownerId = ownerOf(ctx);
  const traded = `SELECT t.account_id AS "accountId", t.security_id AS "securityId", s.currency,
      jsonb_agg(jsonb_build_object('date', t.date, 'change', CASE t.side WHEN 'sell' THEN -t.quantity ELSE t.quantity END)
        ORDER BY t.date, t.id) AS changes
    FROM finance_trades AS t JOIN finance_securities AS s ON s.id = t.security_id
    WHERE t.owner_id = $1 AND t.date <= $2 AND t.side <> 'dividend' GROUP BY t.account_id, t.security_id, s.currency ORDER BY 1, 2`;
  type Traded = Omit<AccountPosition, "prices" | "changes" | "splits"> & { changes: DatedQuantity[] };
  const positions = await executeSql<Traded>(em, traded, [ownerId, to]);
  if (positions.length === 0) return [];
  const priced = `SELECT security_id AS "securityId",
      jsonb_agg(jsonb_build_object('date', date, 'price', price) ORDER BY date) AS prices
    FROM finance_prices WHERE owner_id = $1 AND date <= $2 GROUP BY security_id`;
  const prices = await executeSql<{ securityId: string; prices: DatedPrice[] }>(em, priced, [ownerId, to]);
  const pricesOf = new Map(prices.map((row) => [row.securityId, row.prices]));
  const splitsOf = await splitsBySecurity(em, ctx, to);
  return positions.map((position) => ({
    ...position,
    prices: pricesOf.get(position.securityId) ?? [],
    splits: splitsOf.get(position.securityId) ?? [],
  }));
}
