import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { analyzeCashflow, readSpendingByCategory } from "./cash-flow.service.ts";
import * as cash from "./cash-flow.types.ts";
import { PerformanceArgs, PortfolioPerformance } from "../investments/investment.types.ts";
import { forecastCashflow } from "./forecast.service.ts";
import { CashflowForecast, ForecastArgs } from "./forecast.types.ts";
import { readPortfolioPerformance } from "./performance.service.ts";
import { readNetWorth, readNetWorthHistory } from "./net-worth.service.ts";
import * as worth from "./net-worth.types.ts";

@Resolver()
export class FinanceReportsResolver {
  @Query(() => worth.NetWorth, {
    description: "Net worth: assets minus liabilities of all accounts at the end of a day.",
  })
  netWorth(
    @Ctx() ctx: FinanceContext,
    @Args(() => worth.NetWorthArgs) args: worth.NetWorthArgs,
  ): Promise<worth.NetWorth> {
    return readNetWorth(ctx, args);
  }

  @Query(() => worth.NetWorthHistory, { description: "Net worth at the end of days, weeks or months." })
  netWorthHistory(
    @Ctx() ctx: FinanceContext,
    @Args(() => worth.NetWorthHistoryArgs) args: worth.NetWorthHistoryArgs,
  ): Promise<worth.NetWorthHistory> {
    return readNetWorthHistory(ctx, args);
  }

  @Query(() => cash.Cashflow, {
    description: "What came in and went out, by category and over time; transfers and trades are left out.",
  })
  cashflow(
    @Ctx() ctx: FinanceContext,
    @Args(() => cash.CashflowArgs) args: cash.CashflowArgs,
  ): Promise<cash.Cashflow> {
    return analyzeCashflow(ctx, args);
  }

  @Query(() => cash.SpendingByCategory, { description: "Spending by category, refunds taken off." })
  spendingByCategory(
    @Ctx() ctx: FinanceContext,
    @Args(() => cash.SpendingArgs) args: cash.SpendingArgs,
  ): Promise<cash.SpendingByCategory> {
    return readSpendingByCategory(ctx, args);
  }

  @Query(() => CashflowForecast, {
    description: "What accounts will have on the days to come: bills, and the pace of the last 90 days.",
  })
  cashflowForecast(
    @Ctx() ctx: FinanceContext,
    @Args(() => ForecastArgs) args: ForecastArgs,
  ): Promise<CashflowForecast> {
    return forecastCashflow(ctx, args);
  }

  @Query(() => PortfolioPerformance, {
    description: "How investments did between two days: weighted by time, and by money.",
  })
  portfolioPerformance(
    @Ctx() ctx: FinanceContext,
    @Args(() => PerformanceArgs) args: PerformanceArgs,
  ): Promise<PortfolioPerformance> {
    return readPortfolioPerformance(ctx, args);
  }
}
