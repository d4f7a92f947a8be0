import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import { PeriodArgs } from "../reports/cash-flow.types.ts";
import { readFinancialSummary } from "./financial-summary.service.ts";
import { FinancialSummary, FinancialSummaryArgs } from "./financial-summary.types.ts";
import { readRunway, readSavingsRate } from "./insight-totals.service.ts";
import * as totals from "./insight-totals.types.ts";
import * as insight from "./insight.service.ts";
import * as types from "./insight.types.ts";
import { detectUnusualSpending } from "./unusual-spending.service.ts";
import { UnusualSpending, UnusualSpendingArgs } from "./unusual-spending.types.ts";

@Resolver()
export class FinanceInsightResolver {
  @Query(() => types.SpendingTrends, {
    description: "Reports spending by month with three-month averages, also for one category.",
  })
  spendingTrends(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.SpendingTrendsArgs) args: types.SpendingTrendsArgs,
  ): Promise<types.SpendingTrends> {
    return insight.readSpendingTrends(ctx, args);
  }

  @Query(() => types.IncomeSummary, { description: "Reports income of a period by source and currency." })
  incomeSummary(
    @Ctx() ctx: FinanceContext,
    @Args(() => PeriodArgs) args: PeriodArgs,
  ): Promise<types.IncomeSummary> {
    return insight.readIncomeSummary(ctx, args);
  }

  @Query(() => types.PeriodComparison, {
    description: "Compares income and spending of two periods by category, payee or account.",
  })
  periodComparison(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.ComparePeriodsArgs) args: types.ComparePeriodsArgs,
  ): Promise<types.PeriodComparison> {
    return insight.comparePeriods(ctx, args);
  }

  @Query(() => types.TopMerchants, { description: "Lists the payees with the highest spending in a period." })
  topMerchants(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.TopMerchantsArgs) args: types.TopMerchantsArgs,
  ): Promise<types.TopMerchants> {
    return insight.readTopMerchants(ctx, args);
  }

  @Query(() => totals.SavingsRate, {
    description: "Returns the savings rate of a period: the share of income that was not spent.",
  })
  savingsRate(
    @Ctx() ctx: FinanceContext,
    @Args(() => PeriodArgs) args: PeriodArgs,
  ): Promise<totals.SavingsRate> {
    return readSavingsRate(ctx, args);
  }

  @Query(() => totals.Runway, {
    description: "Returns how many months money on hand lasts without income, at average spending.",
  })
  runway(
    @Ctx() ctx: FinanceContext,
    @Args(() => totals.RunwayArgs) args: totals.RunwayArgs,
  ): Promise<totals.Runway> {
    return readRunway(ctx, args);
  }

  @Query(() => UnusualSpending, {
    description:
      "Detects unusually large spending against the history of payee or category, with the reason.",
  })
  unusualSpending(
    @Ctx() ctx: FinanceContext,
    @Args(() => UnusualSpendingArgs) args: UnusualSpendingArgs,
  ): Promise<UnusualSpending> {
    return detectUnusualSpending(ctx, args);
  }

  @Query(() => FinancialSummary, {
    description: "Summarizes a month of finances on one page, with the transactions behind each figure.",
  })
  financialSummary(
    @Ctx() ctx: FinanceContext,
    @Args(() => FinancialSummaryArgs) args: FinancialSummaryArgs,
  ): Promise<FinancialSummary> {
    return readFinancialSummary(ctx, args);
  }
}
