import type { EntityManager } from "@mikro-orm/postgresql";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import { accountOf, openAccountOf } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll, pageRows } from "../finance.rows.ts";
import type { AccountRow, SecurityRow, TradeRow } from "../finance-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { micro, valueOf } from "./holding-value.ts";
import type * as types from "./investment.types.ts";
import { assertDecimals, decimals, securityOf } from "./investments.service.ts";
import { holdingOf, type LotTrade, type StockSplit } from "./lots.ts";
import type { SoldLotInput } from "./sold-lot.types.ts";
import { splitsOf } from "./split-rows.service.ts";
import type { DeletedTrade, TradeIdInput, TradePage, TradesArgs } from "./trades.types.ts";

/**
 * Records a purchase or sale, with its cash and, where none is set by hand, its price of the day. Throws NOT_FOUND,
 * VALIDATION_ERROR, INVALID_STATE for a closed account, and BUSINESS_RULE: `not_an_investment_account`, `currency_mismatch`,
 * `exceeds_holding` where it, or a later sale, would sell more than there is, and `lot_not_available` for named lots.
 */
export function recordTrade(ctx: FinanceContext, input: types.RecordTradeInput): Promise<types.Trade> {
  assertDecimals(input, ["quantity", "price"]);
  if (input.lots && input.side !== "sell") throw badInput("lots", "must be omitted for a purchase", "sale");
  return changeOnce(ctx, { operation: "recordTrade", input }, async (em) => {
    const { account, security } = await lockTraded(em, ctx, input);
    const trade = newTrade(ctx, account, input);
    const before = await tradesOf(em, account.id, security.id);
    const splits = await splitsOf(em, security.id);
    requireUnits(before, trade, splits);
    await insertAll(em, "finance_trades", [trade]);
    await keepPrice(em, trade);
    const amount = trade.side === "buy" ? -trade.amount : trade.amount;
    const facts = { accountId: account.id, date: trade.date, payee: security.symbol, tradeId: trade.id };
    const [transactionId] = await bookEntries(em, ctx, [{ ...facts, amount }]);
    const object = presentTrade(trade, account.currency, transactionId!);
    await emitFinanceEvent(em, ctx, "finance.trade.recorded", { id: trade.id, object });
    return object;
  });
}

/**
 * The account and the security of a trade, locked in this order: one trade of an account at a time, so that the next one
 * sees what this one leaves, and none while the security is split. Throws NOT_FOUND, INVALID_STATE and BUSINESS_RULE.
 */
export async function lockTraded(
  em: EntityManager,
  ctx: FinanceContext,
  { accountId, securityId }: { accountId: string; securityId: string },
): Promise<{ account: AccountRow; security: SecurityRow }> {
  const account = await openAccountOf(em, ctx, accountId, true);
  const security = await securityOf(em, ctx, securityId, "FOR SHARE");
  if (account.kind !== "investment")
    throw businessRule(
      "not_an_investment_account",
      "Trades require an investment account. Choose an account of kind investment.",
    );
  if (security.currency !== account.currency)
    throw businessRule(
      "currency_mismatch",
      "The security and the account have different currencies. Choose an account in the currency of the security.",
    );
  return { account, security };
}

/** Trades of a security in an account, oldest first. */
export function tradesOf(em: EntityManager, accountId: string, securityId: string): Promise<TradeRow[]> {
  const where = "account_id = $1 AND security_id = $2 ORDER BY date, id";
  return findRows(em, "finance_trades", where, [accountId, securityId]);
}

/** A trade as it is stored, with an ID of its own. Throws VALIDATION_ERROR for lots that do not sum to a sale. */
export function newTrade(
  ctx: FinanceContext,
  { id: accountId, ownerId, currency }: AccountRow,
  { side, date, securityId, ...input }: types.RecordTradeInput,
): TradeRow {
  const [quantity, price] = [toMinor(input.quantity, decimals), toMinor(input.price, decimals)];
  const fees = toStored(input.fees ?? 0, currency);
  const worth = valueOf(quantity, price, currency);
  const amount = side === "buy" ? worth + fees : worth - fees;
  const kept = { id: newId("trd"), ownerId, createdAt: ctx.clock.now().toISOString() };
  const lots = input.lots ? namedLots(input.lots, quantity) : null;
  return {
    ...kept,
    accountId,
    securityId,
    side,
    date,
    quantity,
    price,
    fees,
    amount,
    lots,
    acquiredOn: null,
  };
}

/** The named lots of a sale. Throws VALIDATION_ERROR unless they sum to its quantity. */
function namedLots(lots: readonly SoldLotInput[], quantity: number): TradeRow["lots"] {
  for (const lot of lots) assertDecimals(lot, ["quantity"]);
  const named = lots.map((lot) => ({ tradeId: lot.lotId, quantity: toMinor(lot.quantity, decimals) }));
  if (named.reduce((sum, lot) => sum + lot.quantity, 0) !== quantity)
    throw badInput("lots", "must sum to the quantity of the sale", "sum");
  return named;
}

/** Throws BUSINESS_RULE where a trade, or a later sale, would sell more than there is. */
export function requireUnits(
  before: readonly TradeRow[],
  trade: TradeRow,
  splits: readonly StockSplit[],
): void {
  refuseBeforeSpinOff(before, trade.date);
  const after: readonly LotTrade[] = [...before, trade];
  if (holdingOf(after, { splits, method: "fifo" }) === null) {
    const until = { splits: splits.filter(({ date }) => date <= trade.date), method: "fifo" as const };
    const earlier = before.filter(({ date }) => date <= trade.date);
    const held = (holdingOf(earlier, until)?.quantity ?? 0) / micro;
    throw businessRule(
      "exceeds_holding",
      `This would sell more units than are held (${held} on that date, before later sales).`,
      { held },
    );
  }
  if (holdingOf(after, { splits }) === null)
    throw businessRule(
      "lot_not_available",
      "A lot that this or another sale names does not have enough units. Choose lots from taxLots.",
    );
}

/** The lots that a spin-off found stay as they are: throws BUSINESS_RULE where one came after a day. */
export function refuseBeforeSpinOff(trades: readonly TradeRow[], date: string): void {
  if (trades.some((trade) => trade.side === "spin_off" && trade.date > date))
    throw businessRule(
      "before_spin_off",
      "A later spin-off rests on the lots of this date. Undo the spin-off first, or check the date.",
    );
}

/** The price of a trade's day, where there is none. */
export async function keepPrice(em: EntityManager, trade: TradeRow): Promise<void> {
  const sql = `INSERT INTO finance_prices (owner_id, security_id, date, price, source) VALUES ($1, $2, $3, $4, 'trade')
    ON CONFLICT DO NOTHING`;
  await executeSql(em, sql, [trade.ownerId, trade.securityId, trade.date, trade.price]);
}

/** The principal's trades, newest trade date first. Throws INVALID_CURSOR. */
export function listTrades(ctx: FinanceContext, args: TradesArgs): Promise<TradePage> {
  const { limit, after } = args;
  const [accountId, securityId] = [args.accountId ?? null, args.securityId ?? null];
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "finance_trades", {
      where: "($2::text IS NULL OR account_id = $2) AND ($3::text IS NULL OR security_id = $3)",
      values: [accountId, securityId],
      list: ["trades", accountId, securityId],
      limit,
      after,
      newestBy: ["date", "date"],
    });
    const sql = `SELECT d.id, a.currency, (SELECT min(t.id) FROM finance_transactions AS t WHERE t.trade_id = d.id) AS "transactionId"
      FROM finance_trades AS d JOIN finance_accounts AS a ON a.id = d.account_id WHERE d.id = ANY ($1)`;
    type Facts = { id: string; currency: string; transactionId: string | null };
    const facts = await executeSql<Facts>(em, sql, [rows.map(({ id }) => id)]);
    const factsOf = new Map(facts.map((row) => [row.id, row]));
    const trades = rows.map((row) => {
      const { currency, transactionId } = factsOf.get(row.id)!;
      return presentTrade(row, currency, transactionId);
    });
    return { trades, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Deletes a trade with its cash, and its price of the day unless another trade has one. Throws NOT_FOUND, INVALID_STATE
 * where the cash is reconciled, and BUSINESS_RULE: `lot_in_use` where a later sale needs its units, and `part_of_spin_off`.
 */
export function deleteTrade(ctx: FinanceContext, input: TradeIdInput): Promise<DeletedTrade> {
  return changeOnce(ctx, { operation: "deleteTrade", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const found = await findOwn(em, "finance_trades", { ownerId, id: input.tradeId });
    if (!found) throw notFound("trade");
    await accountOf(em, ctx, found.accountId, true);
    await securityOf(em, ctx, found.securityId, "FOR SHARE");
    // Another request may have deleted it before the lock.
    const trade = await findOwn(em, "finance_trades", { ownerId, id: input.tradeId, lock: true });
    if (!trade) throw notFound("trade");
    const { side } = trade;
    if (side === "spin_off" || side === "received")
      throw businessRule("part_of_spin_off", "The trade is part of a spin-off. Undo the spin-off instead.");
    const others = (await tradesOf(em, trade.accountId, trade.securityId)).filter(
      ({ id }) => id !== trade.id,
    );
    if (holdingOf(others, { splits: await splitsOf(em, trade.securityId) }) === null)
      throw businessRule(
        "lot_in_use",
        "A later sale or spin-off needs the units of this trade. Delete that sale or undo the spin-off first.",
      );
    const cash = await findRows(em, "finance_transactions", "trade_id = $1 FOR UPDATE", [trade.id]);
    for (const { status } of cash)
      if (status === "reconciled") throw invalidState("transaction", status, ["pending", "cleared"]);
    await executeSql(em, "DELETE FROM finance_transactions WHERE trade_id = $1", [trade.id]);
    await executeSql(em, "DELETE FROM finance_trades WHERE id = $1", [trade.id]);
    await replacePrice(em, trade);
    return { deleted: true as const };
  });
}

/** A price that came from a deleted trade is that of the day's first remaining trade. */
export async function replacePrice(em: EntityManager, { securityId, date }: TradeRow): Promise<void> {
  const key = [securityId, date];
  const deleting = `DELETE FROM finance_prices WHERE security_id = $1 AND date = $2 AND source = 'trade'`;
  await executeSql(em, deleting, key);
  const where = "security_id = $1 AND date = $2 AND side NOT IN ('dividend', 'spin_off') ORDER BY id LIMIT 1";
  const [remaining] = await findRows(em, "finance_trades", where, key);
  if (remaining) await keepPrice(em, remaining);
}

/** A trade as it is shown. */
export function presentTrade(row: TradeRow, currency: string, transactionId: string | null): types.Trade {
  const { id, accountId, securityId, side, date, quantity, price } = row;
  const [fees, amount] = [toShown(row.fees, currency), toShown(row.amount, currency)];
  const sizes = { quantity: quantity / micro, price: price / micro, fees, amount, currency };
  return { id, accountId, securityId, side, date, ...sizes, transactionId };
}
