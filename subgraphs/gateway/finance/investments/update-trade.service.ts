import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { toShown } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, updateRow } from "../finance.rows.ts";
import type { TradeRow, TransactionRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { micro } from "./holding-value.ts";
import type { Trade } from "./investment.types.ts";
import { assertDecimals, securityOf } from "./investments.service.ts";
import { splitsOf } from "./split-rows.service.ts";
import { keepPrice, newTrade, presentTrade, replacePrice, requireUnits, tradesOf } from "./trades.service.ts";
import type { UpdateTradeInput } from "./trades.types.ts";

/**
 * Corrects a purchase or sale with its cash and its price of the day; its lot keeps its ID. Throws NOT_FOUND, VALIDATION_ERROR,
 * INVALID_STATE where the cash is reconciled, and BUSINESS_RULE: `not_a_trade` for a dividend, and those of `recordTrade`.
 */
export function updateTrade(ctx: FinanceContext, input: UpdateTradeInput): Promise<Trade> {
  assertDecimals({ quantity: input.quantity ?? 1, price: input.price ?? 0 }, ["quantity", "price"]);
  return changeOnce(ctx, { operation: "updateTrade", input }, async (em) => {
    const { trade, account } = await lockTrade(em, ctx, input.tradeId);
    const [side, currency] = [trade.side, account.currency];
    if (side !== "buy" && side !== "sell")
      throw businessRule(
        "not_a_trade",
        "Only purchases and sales can be corrected. Delete a dividend, or undo a spin-off, and record it again.",
      );
    if (input.lots && side !== "sell") throw badInput("lots", "must be omitted for a purchase", "sale");
    const cash = await lockCash(em, trade);
    const quantity = input.quantity ?? trade.quantity / micro;
    const named = trade.lots?.map(({ tradeId, quantity: units }) => ({
      lotId: tradeId,
      quantity: units / micro,
    }));
    const facts = {
      accountId: account.id,
      securityId: trade.securityId,
      side,
      date: input.date ?? trade.date,
      quantity,
      price: input.price ?? trade.price / micro,
      fees: input.fees ?? toShown(trade.fees, currency),
      lots: input.lots === undefined ? (named ?? null) : input.lots,
    };
    const { id, createdAt } = trade;
    const after: TradeRow = { ...newTrade(ctx, account, facts), id, createdAt };
    const others = (await tradesOf(em, account.id, trade.securityId)).filter((one) => one.id !== id);
    requireUnits(others, after, await splitsOf(em, trade.securityId));
    const { date, price, fees, amount, lots } = after;
    await updateRow(em, "finance_trades", id, { date, quantity: after.quantity, price, fees, amount, lots });
    await replacePrice(em, trade);
    await keepPrice(em, after);
    await updateRow(em, "finance_transactions", cash.id, {
      date,
      amount: side === "buy" ? -amount : amount,
      version: cash.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    });
    return presentTrade(after, currency, cash.id);
  });
}

/** The trade after its account and security, in the order of `recordTrade`. */
async function lockTrade(em: EntityManager, ctx: FinanceContext, id: string) {
  const ownerId = ownerOf(ctx);
  const seen = await findOwn(em, "finance_trades", { ownerId, id });
  if (!seen) throw notFound("trade");
  const account = await accountOf(em, ctx, seen.accountId, true);
  if (account.status !== "open") throw invalidState("account", account.status, ["open"]);
  await securityOf(em, ctx, seen.securityId, "FOR SHARE");
  const trade = await findOwn(em, "finance_trades", { ownerId, id, lock: true });
  if (!trade) throw notFound("trade");
  return { trade, account };
}

async function lockCash(em: EntityManager, { id }: TradeRow): Promise<TransactionRow> {
  await executeSql(em, "SELECT FROM finance_transactions WHERE trade_id = $1 FOR UPDATE", [id]);
  const [cash] = await findRows(em, "finance_transactions", "trade_id = $1", [id]);
  if (cash!.status === "reconciled") throw invalidState("transaction", cash!.status, ["pending", "cleared"]);
  return cash!;
}
