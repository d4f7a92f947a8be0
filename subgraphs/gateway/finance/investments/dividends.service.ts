import type { EntityManager } from "@mikro-orm/postgresql";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { multiplyHalfUp, toMinor } from "../../../../src/money.ts";
import { toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { TradeRow } from "../finance-tables.ts";
import type { StockSplitRow } from "../wealth-tables.ts";
import { bookEntries } from "../transactions/book-entries.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { micro } from "./holding-value.ts";
import type { Trade } from "./investment.types.ts";
import { assertDecimals, decimals, securityOf } from "./investments.service.ts";
import { holdingOf } from "./lots.ts";
import { splitsOf } from "./split-rows.service.ts";
import { keepPrice, lockTraded, presentTrade } from "./trades.service.ts";
import type { RecordDividendInput, RecordStockSplitInput, StockSplitResult } from "./trades.types.ts";

/**
 * Records a dividend as income of the account. Reinvested, it also buys units: a lot whose basis is the dividend. Throws as
 * `recordTrade`, and AMOUNT_PRECISION.
 */
export function recordDividend(ctx: FinanceContext, input: RecordDividendInput): Promise<Trade> {
  const { date, reinvestQuantity } = input;
  if (typeof reinvestQuantity === "number") assertDecimals({ reinvestQuantity }, ["reinvestQuantity"]);
  return changeOnce(ctx, { operation: "recordDividend", input }, async (em) => {
    const { account, security } = await lockTraded(em, ctx, input);
    const amount = toStored(input.amount, account.currency);
    const quantity = toMinor(reinvestQuantity ?? 0, decimals);
    const trade: TradeRow = {
      id: newId("trd"),
      ownerId: account.ownerId,
      accountId: account.id,
      securityId: security.id,
      side: quantity > 0 ? "reinvestment" : "dividend",
      date,
      quantity,
      price: quantity > 0 ? unitPrice(amount, quantity, account.currency) : 0,
      fees: 0,
      amount,
      lots: null,
      acquiredOn: null,
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "finance_trades", [trade]);
    const facts = { accountId: account.id, date, payee: security.symbol, tradeId: trade.id };
    const [transactionId] = await bookEntries(em, ctx, [{ ...facts, amount }]);
    if (quantity > 0) {
      await bookEntries(em, ctx, [{ ...facts, amount: -amount }]);
      await keepPrice(em, trade);
    }
    const object = presentTrade(trade, account.currency, transactionId!);
    await emitFinanceEvent(em, ctx, "finance.trade.recorded", { id: trade.id, object });
    return object;
  });
}

/** The price per unit, in millionths of a major unit, that makes so many units cost an amount. */
export function unitPrice(amount: number, quantity: number, currency: string): number {
  const unit = 10n ** BigInt(currencyDecimals(currency));
  return multiplyHalfUp(amount, BigInt(micro) * BigInt(micro), BigInt(quantity) * unit);
}

/**
 * Records a split: from its day on all open lots have new quantities and the same basis. Throws NOT_FOUND, DUPLICATE for a
 * second split of the day, VALIDATION_ERROR for one that changes nothing, and BUSINESS_RULE (`exceeds_holding`) where a
 * later sale would need more units than the split leaves.
 */
export function recordStockSplit(
  ctx: FinanceContext,
  input: RecordStockSplitInput,
): Promise<StockSplitResult> {
  const { date, numerator, denominator } = input;
  if (numerator === denominator) throw badInput("numerator", "must differ from denominator", "split");
  return changeOnce(ctx, { operation: "recordStockSplit", input }, async (em) => {
    const security = await securityOf(em, ctx, input.securityId, "FOR UPDATE");
    const there = await splitsOf(em, security.id);
    if (there.some((split) => split.date === date))
      throw new DomainError("DUPLICATE", "The security has a split on this date. Check the date.");
    const { ownerId, id: securityId } = security;
    const createdAt = ctx.clock.now().toISOString();
    const row: StockSplitRow = { ownerId, securityId, date, numerator, denominator, createdAt };
    const lotsChanged = await openLots(em, row, there);
    await insertAll(em, "finance_stock_splits", [row]);
    return { lotsChanged };
  });
}

/** The number of lots that a split changes. Throws BUSINESS_RULE where later sales need more than it leaves. */
async function openLots(
  em: EntityManager,
  split: StockSplitRow,
  there: readonly { date: string; numerator: number; denominator: number }[],
): Promise<number> {
  const rows = await findRows(em, "finance_trades", "security_id = $1 ORDER BY date, id", [split.securityId]);
  let changed = 0;
  for (const trades of Map.groupBy(rows, ({ accountId }) => accountId).values()) {
    if (holdingOf(trades, { splits: [...there, split] }) === null)
      throw businessRule(
        "exceeds_holding",
        "A later sale or spin-off needs other units than this split leaves. Check the date and the ratio.",
      );
    const earlier = trades.filter(({ date }) => date < split.date);
    const splits = there.filter(({ date }) => date < split.date);
    changed += holdingOf(earlier, { splits })!.lots.length;
  }
  return changed;
}
