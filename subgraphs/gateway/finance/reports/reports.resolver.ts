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
    description: "Returns net worth: assets minus liabilities at the end of a day.",
  })
  netWorth(
    @Ctx() ctx: FinanceContext,
    @Args(() => worth.NetWorthArgs) args: worth.NetWorthArgs,
  ): Promise<worth.NetWorth> {
    return readNetWorth(ctx, args);
  }

  @Query(() => worth.NetWorthHistory, { description: "Returns net worth over time, by day, week or month." })
  netWorthHistory(
    @Ctx() ctx: FinanceContext,
    @Args(() => worth.NetWorthHistoryArgs) args: worth.NetWorthHistoryArgs,
  ): Promise<worth.NetWorthHistory> {
    return readNetWorthHistory(ctx, args);
  }

  @Query(() => cash.Cashflow, {
    description:
      "Reports cash flow: income and spending by category and over time. Excludes transfers and trades.",
  })
  cashflow(
    @Ctx() ctx: FinanceContext,
    @Args(() => cash.CashflowArgs) args: cash.CashflowArgs,
  ): Promise<cash.Cashflow> {
    return analyzeCashflow(ctx, args);
  }

  @Query(() => cash.SpendingByCategory, { description: "Reports spending by category, minus refunds." })
  spendingByCategory(
    @Ctx() ctx: FinanceContext,
    @Args(() => cash.SpendingArgs) args: cash.SpendingArgs,
  ): Promise<cash.SpendingByCategory> {
    return readSpendingByCategory(ctx, args);
  }

  @Query(() => CashflowForecast, {
    description: "Forecasts account balances from upcoming bills and the average of the last 90 days.",
  })
  cashflowForecast(
    @Ctx() ctx: FinanceContext,
    @Args(() => ForecastArgs) args: ForecastArgs,
  ): Promise<CashflowForecast> {
    return forecastCashflow(ctx, args);
  }

  @Query(() => PortfolioPerformance, {
    description:
      "Reports investment performance between two dates: time-weighted and money-weighted returns.",
  })
  portfolioPerformance(
    @Ctx() ctx: FinanceContext,
    @Args(() => PerformanceArgs) args: PerformanceArgs,
  ): Promise<PortfolioPerformance> {
    return readPortfolioPerformance(ctx, args);
  }
}
