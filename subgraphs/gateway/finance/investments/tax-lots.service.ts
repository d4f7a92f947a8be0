import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { toShown } from "../amounts.ts";
import { findRows } from "../finance.rows.ts";
import type { SecurityRow, TradeRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { longTermFrom, termOf } from "./holding-period.ts";
import { micro, priceAfterSplits, valueOf, type DatedPrice } from "./holding-value.ts";
import { securityOf } from "./investments.service.ts";
import { holdingOf, type OpenLot, type SoldLot, type StockSplit } from "./lots.ts";
import { washSales, type WashedLot } from "./realized-gains.ts";
import { splitsBySecurity, splitsOf } from "./split-rows.service.ts";
import type * as types from "./trades.types.ts";

/** Open lots of a security at the end of today. Throws NOT_FOUND. */
export function listTaxLots(
  ctx: FinanceContext,
  { securityId, accountId, method }: types.TaxLotsArgs,
): Promise<types.TaxLotList> {
  const read = async (em: EntityManager) => {
    const security = await securityOf(em, ctx, securityId);
    if (accountId) await accountOf(em, ctx, accountId);
    const { today } = await daysOf(em, ctx);
    const where = `security_id = $1 AND date <= $2 AND ($3::text IS NULL OR account_id = $3) ORDER BY date, id`;
    const trades = await findRows(em, "finance_trades", where, [securityId, today, accountId ?? null]);
    const splits = (await splitsOf(em, securityId)).filter(({ date }) => date <= today);
    const priced = `SELECT price::float8, date::text FROM finance_prices WHERE security_id = $1 AND date <= $2
      ORDER BY date DESC LIMIT 1`;
    const [latest] = await executeSql<DatedPrice>(em, priced, [securityId, today]);
    const price = latest ? priceAfterSplits(latest, splits, today) : 0;
    const lots = [...Map.groupBy(trades, (trade) => trade.accountId)].flatMap(([account, own]) =>
      holdingOf(own, { splits, method })!.lots.map((lot) =>
        presentLot(lot, security, { account, price, today }),
      ),
    );
    return { securityId, currency: security.currency, lots };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function presentLot(
  { tradeId, date, quantity, basis }: OpenLot,
  { currency }: SecurityRow,
  { account, price, today }: { account: string; price: number; today: string },
): types.TaxLot {
  const value = valueOf(quantity, price, currency);
  return {
    lotId: tradeId,
    accountId: account,
    acquiredOn: date,
    quantity: quantity / micro,
    basis: toShown(basis, currency),
    value: toShown(value, currency),
    gain: toShown(value - basis, currency),
    term: termOf(date, today),
    longTermFrom: longTermFrom(date),
  };
}

type SoldOf = SoldLot & { accountId: string };

/** Gains that sales of a year realized, by lot, with totals by term. Wash sales look at purchases of all accounts. */
export function readRealizedGains(
  ctx: FinanceContext,
  { year, method }: types.RealizedGainsArgs,
): Promise<types.RealizedGainList> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const trades = await findRows(em, "finance_trades", "owner_id = $1 ORDER BY date, id", [ownerId]);
    const securities = await findRows(em, "finance_securities", "owner_id = $1", [ownerId]);
    const bySecurity = Map.groupBy(trades, ({ securityId }) => securityId);
    const splits = await splitsBySecurity(em, ctx, "9999-12-31");
    const gains = securities.flatMap((security) => {
      const own = bySecurity.get(security.id) ?? [];
      const washed = washedLots(security, own, { splits: splits.get(security.id) ?? [], method });
      return washed
        .filter(({ lot }) => Number(lot.soldOn.slice(0, 4)) === year)
        .map((lot) => ({ security, ...lot }));
    });
    const ordered = gains.toSorted((a, b) => (a.lot.soldOn < b.lot.soldOn ? -1 : 1));
    return { year, method, gains: ordered.map(presentGain), totals: totalsOf(ordered) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Sold lots of a security over all accounts. Wash sales concern stock and securities (26 U.S.C. 1091), not crypto. */
function washedLots(
  { kind }: SecurityRow,
  trades: readonly TradeRow[],
  rules: { splits: readonly StockSplit[]; method: types.RealizedGainsArgs["method"] },
): WashedLot<SoldOf>[] {
  const sold = [...Map.groupBy(trades, ({ accountId }) => accountId)].flatMap(([accountId, own]) =>
    holdingOf(own, rules)!.sold.map((lot) => ({ ...lot, accountId })),
  );
  if (kind === "crypto") return sold.map((lot) => ({ lot, disallowedLoss: 0 }));
  return washSales(sold, trades, rules.splits);
}

interface Gain extends WashedLot<SoldOf> {
  security: SecurityRow;
}

function presentGain({ security, lot, disallowedLoss }: Gain): types.RealizedGain {
  const { id: securityId, symbol, currency } = security;
  const { saleId, tradeId, accountId, acquiredOn, soldOn, quantity, proceeds, basis } = lot;
  return {
    tradeId: saleId,
    lotId: tradeId,
    accountId,
    securityId,
    symbol,
    currency,
    acquiredOn,
    soldOn,
    quantity: quantity / micro,
    proceeds: toShown(proceeds, currency),
    basis: toShown(basis, currency),
    gain: toShown(proceeds - basis, currency),
    term: termOf(acquiredOn, soldOn),
    washSale: disallowedLoss > 0,
    disallowedLoss: toShown(disallowedLoss, currency),
  };
}

function totalsOf(gains: readonly Gain[]): types.RealizedGainTotal[] {
  const termOfGain = ({ lot }: Gain) => termOf(lot.acquiredOn, lot.soldOn);
  const byKey = Map.groupBy(gains, (gain) => `${gain.security.currency} ${termOfGain(gain)}`);
  return [...byKey.keys()].toSorted().map((key) => {
    const own = byKey.get(key)!;
    const { currency } = own[0]!.security;
    const sumOf = (pick: (gain: Gain) => number) =>
      toShown(
        own.reduce((sum, gain) => sum + pick(gain), 0),
        currency,
      );
    return {
      currency,
      term: termOfGain(own[0]!),
      proceeds: sumOf(({ lot }) => lot.proceeds),
      basis: sumOf(({ lot }) => lot.basis),
      gain: sumOf(({ lot }) => lot.proceeds - lot.basis),
      disallowedLoss: sumOf(({ disallowedLoss }) => disallowedLoss),
    };
  });
}
