import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { recordDividend, recordStockSplit } from "./dividends.service.ts";
import { SecuritiesArgs, SecurityList, Trade } from "./investment.types.ts";
import { listSecurities } from "./investments.service.ts";
import { recordSpinOff } from "./spin-offs.service.ts";
import { RecordSpinOffInput, SpinOffResult } from "./spin-offs.types.ts";
import { listTaxLots, readRealizedGains } from "./tax-lots.service.ts";
import { deleteTrade, listTrades } from "./trades.service.ts";
import * as types from "./trades.types.ts";
import { updateTrade } from "./update-trade.service.ts";

@Resolver()
export class FinanceTradesResolver {
  @Query(() => SecurityList, { description: "Lists securities by symbol." })
  securities(
    @Ctx() ctx: FinanceContext,
    @Args(() => SecuritiesArgs) args: SecuritiesArgs,
  ): Promise<SecurityList> {
    return listSecurities(ctx, args);
  }

  @Query(() => types.TradePage, { description: "Lists trades and dividends, newest first." })
  trades(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TradesArgs) args: types.TradesArgs,
  ): Promise<types.TradePage> {
    return listTrades(ctx, args);
  }

  @Query(() => types.TaxLotList, {
    description: "Lists open tax lots of a security, with basis and holding period.",
  })
  taxLots(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TaxLotsArgs) args: types.TaxLotsArgs,
  ): Promise<types.TaxLotList> {
    return listTaxLots(ctx, args);
  }

  @Query(() => types.RealizedGainList, {
    description: "Lists capital gains and losses realized in a year, short-term and long-term.",
  })
  realizedGains(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.RealizedGainsArgs) args: types.RealizedGainsArgs,
  ): Promise<types.RealizedGainList> {
    return readRealizedGains(ctx, args);
  }

  @Mutation(() => Trade, { description: "Records a dividend, paid in cash or reinvested." })
  recordDividend(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RecordDividendInput, { description: "Details of the dividend to record." })
    input: types.RecordDividendInput,
  ): Promise<Trade> {
    return recordDividend(ctx, input);
  }

  @Mutation(() => types.StockSplitResult, {
    description: "Records a stock split: open lots get new quantities and keep their basis.",
  })
  recordStockSplit(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.RecordStockSplitInput, { description: "Date and ratio of the split." })
    input: types.RecordStockSplitInput,
  ): Promise<types.StockSplitResult> {
    return recordStockSplit(ctx, input);
  }

  @Mutation(() => SpinOffResult, {
    description: "Records a spin-off: basis of open lots moves to lots of the security received.",
  })
  recordSpinOff(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => RecordSpinOffInput, { description: "Ratio and basis of the spin-off." })
    input: RecordSpinOffInput,
  ): Promise<SpinOffResult> {
    return recordSpinOff(ctx, input);
  }

  @Mutation(() => Trade, {
    description: "Corrects a purchase or sale with its cash. Refused when a sale would then lack units.",
  })
  updateTrade(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.UpdateTradeInput, { description: "Corrections of the trade." })
    input: types.UpdateTradeInput,
  ): Promise<Trade> {
    return updateTrade(ctx, input);
  }

  @Mutation(() => types.DeletedTrade, {
    description: "Deletes a trade with its cash transactions. Refused when a later sale needs its units.",
  })
  deleteTrade(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.TradeIdInput, { description: "Trade to delete." })
    input: types.TradeIdInput,
  ): Promise<types.DeletedTrade> {
    return deleteTrade(ctx, input);
  }
}
